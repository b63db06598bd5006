import './texts.ts'
import { defaultLanguage } from '@sampan/contract/paths'
import { useTranslation } from 'react-i18next'
import { htmlLanguage } from '../../lib/language.ts'
import type { Page } from './content.server.ts'
import classes from './developers.module.css'
import type { CallGroup, Example } from './developers.server.ts'
import { Frame } from './frame.tsx'
import { Words } from './words.tsx'

/** In which the contract tells of its calls. */
const contractLanguage = htmlLanguage(defaultLanguage)

type Props = { page: Page; examples: Example[]; groups: CallGroup[] }

/** For who writes a program: words, examples that run, and every call that a program can make. */
export function Developers({ page: { title, subtitle, html }, examples, groups }: Props) {
  const { t } = useTranslation('site')
  return (
    <Frame title={title} lead={subtitle}>
      <Words html={html} />
      <section aria-labelledby="examples" className={classes.part}>
        <h2 id="examples">{t('examplesTitle')}</h2>
        <p>{t('examplesText')}</p>
        {examples.map((example) => (
          <OneExample key={example.name} {...example} />
        ))}
      </section>
      <section aria-labelledby="calls" className={classes.part}>
        <h2 id="calls">{t('callsTitle')}</h2>
        <p>
          {t('callsText')} <a href="/openapi.json">/openapi.json</a>
        </p>
        {groups.map((group) => (
          <Group key={group.name} {...group} />
        ))}
      </section>
    </Frame>
  )
}

function OneExample({ name, texts }: Example) {
  const { t } = useTranslation('site')
  return (
    <>
      <h3 id={`example-${name}`}>{t(`example_${name}`)}</h3>
      {texts.map(({ program, text }, index) => (
        <details key={program} className={classes.fold} open={index === 0}>
          <summary>{program}</summary>
          {/* biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls where it is wider than the page, also by keyboard */}
          <pre className={classes.code} tabIndex={0} translate="no">
            <code>{text}</code>
          </pre>
        </details>
      ))}
    </>
  )
}

function Group({ name, description, calls }: CallGroup) {
  const { t } = useTranslation('site')
  return (
    <details className={classes.fold}>
      <summary>
        <span lang={contractLanguage}>{name}</span> <small>{t('callCount', { count: calls.length })}</small>
      </summary>
      <p lang={contractLanguage}>{description}</p>
      <ul className={classes.calls}>
        {calls.map((call) => (
          <Call key={call.id} {...call} />
        ))}
      </ul>
    </details>
  )
}

function Call({ id, method, path, summary, who, scope, errors }: CallGroup['calls'][number]) {
  const { t } = useTranslation('site')
  return (
    <li id={id}>
      <code className={classes.call}>
        <b>{method}</b> {path}
      </code>
      <p lang={contractLanguage}>{summary}</p>
      <p className={classes.facts}>
        {who === 'ticket' && t('callTicket')}
        {who === 'link' && t('callLink')}
        {scope === 'any' && t('callAny')}
        {scope && scope !== 'any' && (
          <>
            {t('callScope')} <code>{scope}</code>
          </>
        )}
        <br />
        {t('callErrors')} {errors.join(', ')}
      </p>
    </li>
  )
}
