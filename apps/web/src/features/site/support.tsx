import './texts.ts'
import { contentName } from '@sampan/contract/page-language'
import { builtOperator, supportArticlePath, supportIndexPath } from '@sampan/contract/paths'
import type { SupportArticle } from '@sampan/contract/site'
import { supportGroups } from '@sampan/texts/content/front-matter'
import { useTranslation } from 'react-i18next'
import { useLanguage } from '../../lib/i18n.ts'
import type { Summary } from './content.server.ts'
import { Frame } from './frame.tsx'
import classes from './support.module.css'

/** Every answer as a link; the search, which a script adds, takes the place of the list while something is searched for. */
export function Support({ articles }: { articles: Summary[] }) {
  const { t } = useTranslation('site')
  const language = useLanguage()
  const to = (name: string) => supportArticlePath(name as SupportArticle)(language)
  return (
    <Frame title={t('supportTitle')} lead={t('supportDescription')} isWide>
      <search
        className={classes.search}
        hidden
        data-search={supportIndexPath(language)}
        data-failed={t('searchFailed')}
        data-none={t('searchNone')}
        data-one={t('found', { count: 1, skipInterpolation: true })}
        data-other={t('found', { count: 2, skipInterpolation: true })}
      >
        <label htmlFor="search">{t('searchLabel')}</label>
        <input id="search" type="search" autoComplete="off" placeholder={t('searchPlaceholder')} />
        <p role="status" data-search-status="" />
        <ul className={classes.found} data-search-found={to('').replace(/\/$/, '')} />
      </search>
      <div className={classes.groups} data-search-all="">
        {supportGroups.map((group) => (
          <section key={group} className={classes.group} aria-labelledby={group}>
            <h2 id={group}>{t(`group_${group}`)}</h2>
            <ul>
              {articles
                .filter((each) => each.group === group)
                .map(({ name, title, description }) => (
                  <li key={name}>
                    <a href={to(name)} data-title-of={contentName(to(name))}>
                      {title}
                    </a>
                    <p data-description-of={contentName(to(name))}>{description}</p>
                  </li>
                ))}
            </ul>
          </section>
        ))}
      </div>
      <p className={classes.write} data-operator="email">
        {t('stillQuestions')} <a href={`mailto:${builtOperator.email}`}>{builtOperator.email}</a>
      </p>
    </Frame>
  )
}
