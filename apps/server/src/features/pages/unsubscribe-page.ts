/** `/unsubscribe/{token}`: whose mails their reader refuses, with the buttons that change it. Reading it changes nothing. */
import { Problem } from '@sampan/contract/errors'
import { type Language, unsubscribePath } from '@sampan/contract/paths'
import type { RefusalView } from '@sampan/contract/routes/refusals'
import { pageText } from '@sampan/texts/pages'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { guestOf } from '../../http/actor.ts'
import { type Html, html } from './html.ts'
import type { PageContext } from './page-context.ts'
import { sendFailurePage, sendPage, type WrittenPage } from './send-page.ts'

type Asked = { Params: { token: string } }
type Choice = { scope: 'sender' | 'all'; heading: string; isRefused: boolean }

function choiceForm(language: Language, token: string, { scope, heading, isRefused }: Choice): Html {
  return html`<h2>${heading}</h2><p>${pageText(language, isRefused ? 'refusalRefused' : 'refusalWanted')}</p>
<form method="post" action="${unsubscribePath(token)}"><input type="hidden" name="scope" value="${scope}"><input type="hidden" name="refuse" value="${isRefused ? 'no' : 'yes'}"><button>${pageText(language, isRefused ? 'refusalAllow' : 'refusalStop')}</button></form>`
}

function choices(language: Language, token: string, { sender, refusesSender, refusesAll }: RefusalView): Html {
  const all = { scope: 'all', heading: pageText(language, 'refusalFromAll'), isRefused: refusesAll } as const
  const named = pageText(language, 'refusalFromSender', { sender: sender ?? '' })
  return html`<h1>${pageText(language, 'refusalTitle')}</h1><p>${pageText(language, 'refusalText')}</p>
${sender !== null && !refusesAll && choiceForm(language, token, { scope: 'sender', heading: named, isRefused: refusesSender })}
${choiceForm(language, token, all)}`
}

async function pageOf(context: PageContext, language: Language, token: string): Promise<WrittenPage> {
  const written = (body: Html) => html`<main class="plain">${body}</main>`
  try {
    const content = written(choices(language, token, await context.viewRefusal(token)))
    return { status: 200, language, title: pageText(language, 'refusalTitle'), content }
  } catch (error) {
    if (!(error instanceof Problem) || error.code !== 'mailLinkInvalid') throw error
    const title = pageText(language, 'refusalDeadTitle')
    const content = written(html`<h1>${title}</h1><p>${pageText(language, 'refusalDeadText')}</p>`)
    return { status: error.status, language, title, content }
  }
}

async function sendUnsubscribePage(context: PageContext, request: FastifyRequest<Asked>, reply: FastifyReply) {
  // The address is the secret: it goes to no other page, not even our own (R47).
  reply.header('referrer-policy', 'no-referrer')
  try {
    const { language } = guestOf(request, null)
    return await sendPage(context, await pageOf(context, language, request.params.token), request, reply)
  } catch (error) {
    return sendFailurePage(context, error, request, reply)
  }
}

export function unsubscribePageRoutes(app: FastifyInstance, context: PageContext): void {
  app.route<Asked>({
    method: ['GET', 'HEAD'],
    url: unsubscribePath(':token'),
    handler: (request, reply) => sendUnsubscribePage(context, request, reply),
  })
}
