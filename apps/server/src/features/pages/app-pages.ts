/** Addresses that are the app's alone: its shell with a title, and a sentence for whoever has no scripts. */
import { thankYouPath, welcomeBackPath } from '@sampan/contract/paths'
import { type PageTextKey, pageText } from '@sampan/texts/pages'
import type { FastifyInstance } from 'fastify'
import { languageOf } from '../../http/actor.ts'
import { html } from './html.ts'
import type { PageContext } from './page-context.ts'
import { sendPage } from './send-page.ts'

const pages: [path: string, title: PageTextKey][] = [
  [thankYouPath, 'thanksTitle'],
  // Whoever joined a team comes to the same thanks (spec §2).
  ['/accept-invite', 'thanksTitle'],
  [welcomeBackPath, 'welcomeTitle'],
]

export function appPageRoutes(app: FastifyInstance, context: PageContext): void {
  for (const [url, key] of pages)
    app.route({
      method: ['GET', 'HEAD'],
      url,
      handler: (request, reply) => {
        const language = languageOf(request)
        const title = pageText(language, key)
        const content = html`<noscript><main class="plain"><h1>${title}</h1><p>${pageText(language, 'pageNeedsScript')}</p></main></noscript>`
        return sendPage(context, { status: 200, language, title, content }, request, reply)
      },
    })
}
