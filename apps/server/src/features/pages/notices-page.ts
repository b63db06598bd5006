/** `/notices/{token}` (R6): whose notices an address is to get, and the button by which its reader agrees. Reading it changes nothing. */
import { Problem } from '@sampan/contract/errors'
import { type Language, noticesPath } from '@sampan/contract/paths'
import type { NoticesView } from '@sampan/contract/routes/notices'
import { pageText } from '@sampan/texts/pages'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { guestOf } from '../../http/actor.ts'
import { type Html, html } from './html.ts'
import type { PageContext } from './page-context.ts'
import { sendFailurePage, sendPage, type WrittenPage } from './send-page.ts'

type Asked = { Params: { token: string } }

const written = (body: Html) => html`<main class="plain">${body}</main>`

function bodyOf(language: Language, token: string, { email, by, state }: NoticesView): Html {
  if (state === 'proven')
    return html`<h1>${pageText(language, 'noticesDone')}</h1><p>${pageText(language, 'noticesDoneText', { email, by })}</p>`
  return html`<h1>${pageText(language, 'noticesTitle')}</h1><p>${pageText(language, 'noticesText', { email, by })}</p>
<form method="post" action="${noticesPath(token)}"><button>${pageText(language, 'noticesConfirm')}</button></form>`
}

async function pageOf(context: PageContext, language: Language, token: string): Promise<WrittenPage> {
  try {
    const view = await context.viewNotices(token)
    const title = pageText(language, view.state === 'proven' ? 'noticesDone' : 'noticesTitle')
    return { status: 200, language, title, content: written(bodyOf(language, token, view)) }
  } catch (error) {
    if (!(error instanceof Problem) || error.code !== 'mailLinkInvalid') throw error
    const title = pageText(language, 'refusalDeadTitle')
    const content = written(html`<h1>${title}</h1><p>${pageText(language, 'refusalDeadText')}</p>`)
    return { status: error.status, language, title, content }
  }
}

async function sendNoticesPage(context: PageContext, request: FastifyRequest<Asked>, reply: FastifyReply) {
  // The address is the secret: it goes to no other page, not even our own (R47).
  reply.header('referrer-policy', 'no-referrer')
  try {
    const { language } = guestOf(request, null)
    return await sendPage(context, await pageOf(context, language, request.params.token), request, reply)
  } catch (error) {
    return sendFailurePage(context, error, request, reply)
  }
}

export function noticesPageRoutes(app: FastifyInstance, context: PageContext): void {
  app.route<Asked>({
    method: ['GET', 'HEAD'],
    url: noticesPath(':token'),
    handler: (request, reply) => sendNoticesPage(context, request, reply),
  })
}
