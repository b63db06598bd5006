/** `/dash`, `/admin` and everything below them: the app's shell, which asks who is there; until then a picture of what comes (A3). */
import { adminPath, dashPagePaths, dashPath } from '@sampan/contract/paths'
import { pageText } from '@sampan/texts/pages'
import type { FastifyInstance } from 'fastify'
import { languageOf } from '../../http/actor.ts'
import { html } from './html.ts'
import type { PageContext } from './page-context.ts'
import { sendPage } from './send-page.ts'

const skeleton = html`<div class="dash-waiting" aria-hidden="true"><div><i></i><i></i><i></i></div><div><i></i><i></i><i></i><i></i><i></i></div></div>`

/** Of the path, whatever the query says. */
const slashAtEnd = /^([^?]*[^?/])\/+(?=\?|$)/

export function dashPageRoutes(app: FastifyInstance, context: PageContext): void {
  for (const url of [...dashPagePaths, `${dashPath}/*`, `${adminPath}/*`]) {
    const status = url.endsWith('*') ? 404 : 200
    app.route({
      method: ['GET', 'HEAD'],
      url,
      handler: (request, reply) => {
        if (slashAtEnd.test(request.url)) return reply.redirect(request.url.replace(slashAtEnd, '$1'), 301)
        const language = languageOf(request)
        const text = (key: 'dashTitle' | 'dashLoading' | 'dashNeedsScript') => pageText(language, key)
        const content = html`<main><h1 class="visually-hidden">${text('dashLoading')}</h1>${skeleton}<noscript><div class="plain"><p>${text('dashNeedsScript')}</p></div></noscript></main>`
        return sendPage(context, { status, language, title: text('dashTitle'), content }, request, reply)
      },
    })
  }
}
