import './texts.ts'
import { useTranslation } from 'react-i18next'
import { Frame } from './frame.tsx'
import classes from './roadmap.module.css'
import { Words } from './words.tsx'

/** Ideas with a button each, which a script fills with the server's count: without it there is nothing to press. */
export function Roadmap({ ideas }: { ideas: { idea: string; title: string; html: string }[] }) {
  const { t } = useTranslation('site')
  return (
    <Frame title={t('roadmapTitle')} lead={t('roadmapLead')}>
      <p
        className={classes.status}
        role="status"
        data-vote-status=""
        data-failed={t('voteFailed')}
        data-limited={t('voteLimited')}
      />
      <ul className={classes.ideas} data-ideas="">
        {ideas.map(({ idea, title, html }) => (
          <li key={idea} className={classes.idea} data-idea={idea}>
            <button
              type="button"
              className={classes.vote}
              aria-pressed={false}
              aria-describedby={`idea-${idea}`}
              data-vote={idea}
              hidden
            >
              <b data-votes="" />
              <span data-wanted={t('wanted')} data-want={t('want')}>
                {t('want')}
              </span>
            </button>
            <div>
              <h2 id={`idea-${idea}`}>{title}</h2>
              <Words html={html} />
            </div>
          </li>
        ))}
      </ul>
      <noscript>
        <p>{t('votesNeedScript')}</p>
      </noscript>
    </Frame>
  )
}
