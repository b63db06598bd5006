/** `/extension/{id}` (X3): who asks for more time, for what, and the button that gives it. Reading it changes nothing. */
import { Problem } from '@sampan/contract/errors'
import { extensionPath, type Language } from '@sampan/contract/paths'
import { checkExtension, type ExtensionView } from '@sampan/contract/routes/extension'
import { formatDateTime } from '@sampan/texts/format'
import { pageText } from '@sampan/texts/pages'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { type Actor, guestOf } from '../../http/actor.ts'
import { type Html, html, jsonInScript } from './html.ts'
import type { PageContext } from './page-context.ts'
import { sendFailurePage, sendPage, type WrittenPage } from './send-page.ts'

type Asked = { Params: { id: string } }

const written = (body: Html, view: ExtensionView | null): Html =>
  html`<main class="plain">${body}</main><script type="application/json" id="server-data">${jsonInScript({ extension: view })}</script>`

const accountLink = (language: Language): Html =>
  html`<p style="margin-top: 16px"><a href="/signup/login" style="display: inline-block; padding: 10px 0">${pageText(language, 'extensionAccount')}</a></p>`

function askedBody(language: Language, view: ExtensionView, token: string): Html {
  const { receiverEmail: email, title, fileCount: count, note } = view
  return html`<h1>${pageText(language, 'extensionTitle')}</h1>
<p>${pageText(language, count > 1 ? 'extensionAskMany' : 'extensionAsk', { email, title, count })}</p>
${note !== '' && html`<p>${pageText(language, 'extensionNote')}</p><blockquote style="margin: 0 0 16px; white-space: pre-line">${note}</blockquote>`}
<form method="post" action="${checkExtension.path}"><input type="hidden" name="token" value="${token}"><button>${pageText(language, 'extensionPress')}</button></form>`
}

const doneBody = (language: Language, { expiryDate, receiverEmail }: ExtensionView): Html =>
  html`<h1>${pageText(language, 'extensionDone')}</h1>
<p>${pageText(language, 'extensionExpiry')}: ${formatDateTime(new Date(expiryDate), language, 'UTC')} UTC</p>
<p>${pageText(language, 'extensionNotified', { email: receiverEmail })}</p>`

async function pageOf(context: PageContext, actor: Actor, token: string): Promise<WrittenPage> {
  const { language } = actor
  try {
    const view = await context.viewExtension(actor, token)
    const isDone = view.state === 'extended'
    const body = isDone ? doneBody(language, view) : askedBody(language, view, token)
    const title = pageText(language, isDone ? 'extensionDone' : 'extensionTitle')
    return { status: 200, language, title, content: written(html`${body}${accountLink(language)}`, view) }
  } catch (error) {
    if (!(error instanceof Problem) || error.code !== 'extensionDead') throw error
    const title = pageText(language, 'extensionDead')
    const body = html`<h1>${title}</h1><p>${pageText(language, 'extensionDeadText')}</p>${accountLink(language)}`
    return { status: error.status, language, title, content: written(body, null) }
  }
}

async function sendExtensionPage(context: PageContext, request: FastifyRequest<Asked>, reply: FastifyReply) {
  // The address is the secret: it goes to no other page, not even our own (R47).
  reply.header('referrer-policy', 'no-referrer')
  try {
    return await sendPage(context, await pageOf(context, guestOf(request, null), request.params.id), request, reply)
  } catch (error) {
    return sendFailurePage(context, error, request, reply)
  }
}

export function extensionPageRoutes(app: FastifyInstance, context: PageContext): void {
  app.route<Asked>({
    method: ['GET', 'HEAD'],
    url: extensionPath(':id'),
    handler: (request, reply) => sendExtensionPage(context, request, reply),
  })
}
