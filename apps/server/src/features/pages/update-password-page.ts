/** `/updatepassword?t=` and `/notme?t=`: the app's shell, which asks what the secret in the address may still do (A4, A13). */
import { disownPage, updatePasswordPage } from '@sampan/contract/paths'
import { pageText } from '@sampan/texts/pages'
import type { FastifyInstance } from 'fastify'
import { languageOf } from '../../http/actor.ts'
import { html } from './html.ts'
import type { PageContext } from './page-context.ts'
import { sendPage } from './send-page.ts'

const titles = { [updatePasswordPage]: 'resetTitle', [disownPage]: 'disownTitle' } as const

export function updatePasswordPageRoutes(app: FastifyInstance, context: PageContext): void {
  for (const [url, key] of Object.entries(titles))
    app.route({
      method: ['GET', 'HEAD'],
      url,
      handler: (request, reply) => {
        const language = languageOf(request)
        const title = pageText(language, key)
        const content = html`<main class="plain"><h1>${title}</h1><noscript><p>${pageText(language, 'resetNeedsScript')}</p></noscript></main>`
        // The address is the secret: it goes to no other page, not even our own.
        return sendPage(
          context,
          { status: 200, language, title, content },
          request,
          reply.header('referrer-policy', 'no-referrer'),
        )
      },
    })
}
