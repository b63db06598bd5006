/** `/updatepassword?t=`: the app's shell, which asks whether the link may still be used (A4). */
import { updatePasswordPage } from '@sampan/contract/paths'
import { pageText } from '@sampan/texts/pages'
import type { FastifyInstance } from 'fastify'
import { languageOf } from '../../http/actor.ts'
import { html } from './html.ts'
import type { PageContext } from './page-context.ts'
import { sendPage } from './send-page.ts'

export function updatePasswordPageRoutes(app: FastifyInstance, context: PageContext): void {
  app.route({
    method: ['GET', 'HEAD'],
    url: updatePasswordPage,
    handler: (request, reply) => {
      const language = languageOf(request)
      const title = pageText(language, 'resetTitle')
      const content = html`<main class="plain"><h1>${title}</h1><noscript><p>${pageText(language, 'resetNeedsScript')}</p></noscript></main>`
      // The address is the secret: it goes to no other page, not even our own.
      return sendPage(context, { status: 200, language, title, content }, request, reply.header('referrer-policy', 'no-referrer'))
    },
  })
}
