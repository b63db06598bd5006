/** The outbox as plain pages without scripts. */

import { type Language, outboxPath } from '@sampan/contract/paths'
import { formatDateTime, formatNumber } from '@sampan/texts/format'
import { mailTexts } from '@sampan/texts/mails'
import { about } from '@sampan/texts/registry/about'
import type { ReactNode } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import type { KeptMail } from './kept-mails.ts'

type Common = { language: Language; productName: string }
type Address = { name?: string; address?: string }

const style = `:root{color-scheme:light dark;--paper:#FAF7F1;--surface:#fff;--line:#E6DFD1;--ink:#13212E;--soft:#4A5967;--link:#0E7466}
@media (prefers-color-scheme:dark){:root{--paper:#0E1820;--surface:#15222C;--line:#263642;--ink:#EEF2F3;--soft:#B4C1C9;--link:#4CC2AE}}
body{margin:0;background:var(--paper);color:var(--ink);font:16px/1.55 system-ui,"PingFang SC","Microsoft YaHei","Noto Sans CJK SC",sans-serif}
main{max-width:860px;margin:0 auto;padding:32px 16px}
h1{font:600 26px/1.25 Georgia,"Songti SC",serif;margin:0 0 8px;overflow-wrap:anywhere}
p,dt,time,.soft{color:var(--soft)}a{color:var(--link)}
ol,dl,pre,iframe{background:var(--surface);border:1px solid var(--line);border-radius:12px}
ol{list-style:none;margin:20px 0;padding:0}li+li{border-top:1px solid var(--line)}
li a{display:block;padding:12px 18px;text-decoration:none;color:inherit;overflow-wrap:anywhere}li a:hover strong{color:var(--link)}
li a:focus-visible{outline:2px solid var(--link);border-radius:12px}
dl{display:grid;grid-template-columns:auto 1fr;gap:4px 16px;margin:20px 0;padding:14px 18px}dd{margin:0;overflow-wrap:anywhere}
iframe{box-sizing:border-box;width:100%;height:70vh;min-height:360px;color-scheme:light}
pre{padding:14px 18px;white-space:pre-wrap;overflow-wrap:anywhere;font:14px/1.55 ui-monospace,Menlo,Consolas,monospace}
summary{cursor:pointer;padding:8px 0}`

const addressText = ({ name, address }: Address): string => (name ? `${name} <${address}>` : (address ?? ''))
const addressesText = (list: readonly Address[] | undefined): string => (list ?? []).map(addressText).join(', ')
const dateText = ({ mail }: KeptMail, language: Language): string =>
  mail.date ? `${formatDateTime(new Date(mail.date), language, 'UTC')} UTC` : ''

const page = ({ language, productName }: Common, title: string, content: ReactNode): string =>
  `<!doctype html>${renderToStaticMarkup(
    <html lang={about[language].tag}>
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <title>{`${title} - ${productName}`}</title>
        <style>{style}</style>
      </head>
      <body>
        <main>{content}</main>
      </body>
    </html>,
  )}`

const ListItem = ({ kept, language }: { kept: KeptMail; language: Language }) => (
  <li>
    <a href={`${outboxPath}/${kept.name}`}>
      <strong>{kept.mail.subject}</strong>
      <br />
      <span className="soft">
        {addressesText(kept.mail.to)}
        {' \u00b7 '}
        <time dateTime={kept.mail.date}>{dateText(kept, language)}</time>
      </span>
    </a>
  </li>
)

export function listPage(common: Common, { mails, total }: { mails: KeptMail[]; total: number }): string {
  const { language } = common
  const { outbox } = mailTexts(language)
  const isCut = total > mails.length
  return page(
    common,
    outbox.title,
    <>
      <h1>{outbox.title}</h1>
      <p>{outbox.intro}</p>
      {mails.length === 0 && <p>{outbox.empty}</p>}
      {mails.length > 0 && (
        <ol>
          {mails.map((kept) => (
            <ListItem key={kept.name} kept={kept} language={language} />
          ))}
        </ol>
      )}
      {isCut && <p>{outbox.newest(formatNumber(mails.length, language))}</p>}
    </>,
  )
}

const Headers = ({ kept, language }: { kept: KeptMail; language: Language }) => {
  const { outbox } = mailTexts(language)
  const { from, to, replyTo } = kept.mail
  const rows = [
    [outbox.from, from ? addressesText([from]) : ''],
    [outbox.to, addressesText(to)],
    [outbox.replyTo, addressesText(replyTo)],
    [outbox.date, dateText(kept, language)],
  ]
  return (
    <dl>
      {rows
        .filter(([, value]) => value)
        .map(([label, value]) => [<dt key={label}>{label}</dt>, <dd key={`${label}-value`}>{value}</dd>])}
    </dl>
  )
}

/** Links of the mail open in a tab of their own, free of the sandbox; nothing else of the mail may act. */
const MailBody = ({ subject, html }: { subject: string; html: string }) => (
  <iframe
    title={subject}
    sandbox="allow-popups allow-popups-to-escape-sandbox"
    referrerPolicy="no-referrer"
    srcDoc={html.replace(/<head[^>]*>/i, '$&<base target="_blank">')}
  />
)

export function mailPage(common: Common, kept: KeptMail): string {
  const { language } = common
  const { outbox } = mailTexts(language)
  const { subject = '', html, text } = kept.mail
  return page(
    common,
    subject,
    <>
      <p>
        <a href={outboxPath}>{outbox.back}</a>
      </p>
      <h1>{subject}</h1>
      <Headers kept={kept} language={language} />
      {html && <MailBody subject={subject} html={html} />}
      <details>
        <summary>{outbox.text}</summary>
        <pre>{text}</pre>
      </details>
      <p>
        <a href={`${outboxPath}/${kept.name}?raw=1`} download={kept.name}>
          {outbox.download}
        </a>
      </p>
    </>,
  )
}
