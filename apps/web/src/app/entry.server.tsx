/** Runs at build time only: renders each prerendered page in the language of its address. */
import { defaultLanguage } from '@sampan/contract/paths'
import { renderToReadableStream } from 'react-dom/server'
import { I18nextProvider } from 'react-i18next'
import { type EntryContext, ServerRouter } from 'react-router'
import { createI18n } from '../lib/i18n.ts'
import { pathLanguage } from '../lib/language.ts'

export default async function handleRequest(request: Request, status: number, headers: Headers, context: EntryContext) {
  const i18n = await createI18n(pathLanguage(new URL(request.url).pathname) ?? defaultLanguage)
  const page = await renderToReadableStream(
    <I18nextProvider i18n={i18n}>
      <ServerRouter context={context} url={request.url} />
    </I18nextProvider>,
  )
  await page.allReady
  headers.set('Content-Type', 'text/html')
  return new Response(page, { status, headers })
}
