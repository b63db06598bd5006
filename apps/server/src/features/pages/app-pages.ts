/** Addresses that are the app's alone: its shell with a title, and a sentence for whoever has no scripts. */
import { invitationPath, joinedPath, sharePath, thankYouPath, welcomeBackPath } from '@sampan/contract/paths'
import { type PageTextKey, pageText } from '@sampan/texts/pages'
import type { FastifyInstance } from 'fastify'
import { languageOf } from '../../http/actor.ts'
import { html } from './html.ts'
import type { PageContext } from './page-context.ts'
import { sendPage } from './send-page.ts'

const pages: [path: string, title: PageTextKey][] = [
  [thankYouPath, 'thanksTitle'],
  [joinedPath, 'thanksTitle'],
  [invitationPath(':token'), 'invitationTitle'],
  [welcomeBackPath, 'welcomeTitle'],
  [sharePath, 'shareTitle'],
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
        // Some of these addresses are secrets: they go to no other page.
        return sendPage(
          context,
          { status: 200, language, title, content },
          request,
          reply.header('referrer-policy', 'no-referrer'),
        )
      },
    })
  void app.register(async (raw) => shareWithoutWorker(raw))
}

/** What is shared is taken by the browser's worker. Where it is not there the files cannot be had: the page says so, and none of them is read here. */
function shareWithoutWorker(raw: FastifyInstance): void {
  raw.removeAllContentTypeParsers()
  raw.addContentTypeParser('*', (_request, _payload, done) => done(null))
  raw.post(sharePath, async (_request, reply) => reply.redirect(sharePath, 303))
}
