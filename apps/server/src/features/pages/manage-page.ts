/** `/manage/{slug}/{token}` (Q22): what was sent and who has it, readable without scripts; what changes something is the app's. */
import { Problem } from '@sampan/contract/errors'
import type { Language } from '@sampan/contract/paths'
import { managePath } from '@sampan/contract/paths'
import { slug as slugShape } from '@sampan/contract/routes/fields'
import type { ManagedRecipient, ManagedTransfer } from '@sampan/contract/routes/manage'
import { formatBytes, formatDateTime } from '@sampan/texts/format'
import { pageText } from '@sampan/texts/pages'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import * as z from 'zod/mini'
import { type Actor, guestOf } from '../../http/actor.ts'
import { type Html, html, jsonInScript } from './html.ts'
import type { PageContext } from './page-context.ts'
import { sendFailurePage, sendPage, type WrittenPage } from './send-page.ts'

type Asked = { Params: { slug: string; token: string } }

const recipientStateOf = ({ state, openedAt, downloadedAt }: ManagedRecipient) =>
  downloadedAt !== null ? 'downloaded' : openedAt !== null ? 'opened' : state

/** The personal link is words and no link: whoever follows it counts as its recipient. */
function recipientRow(language: Language, recipient: ManagedRecipient): Html {
  const { email, reason, linkUrl } = recipient
  const state = recipientStateOf(recipient)
  const why = state === 'bounced' && reason && html`<br><bdi>${reason}</bdi>`
  const link = linkUrl && html`<br>${pageText(language, 'managePass')} <code>${linkUrl}</code>`
  return html`<li><bdi>${email}</bdi> · ${pageText(language, `managePerson_${state}`)}${why}${link}</li>`
}

function summary(language: Language, { status, fileNumber, totalBytes, expiryDate }: ManagedTransfer): string {
  const total = pageText(language, 'total', { count: fileNumber, size: formatBytes(totalBytes, language) })
  const date = formatDateTime(new Date(expiryDate), language, 'UTC')
  const state = status === 'active' ? pageText(language, 'manageOpen', { date }) : pageText(language, `manageState_${status}`)
  return `${state} · ${total}`
}

function manageContent(language: Language, view: ManagedTransfer): Html {
  const { files, emailTo, message } = view
  const body =
    view.status !== 'inAccount' &&
    html`<p>${summary(language, view)}</p>${message && html`<p dir="auto">${message}</p>`}
<ul aria-label="${pageText(language, 'files')}">${files.map(({ path, size }) => html`<li><bdi>${path}</bdi> · ${formatBytes(size, language)}</li>`)}</ul>
${emailTo.length > 0 && html`<h2>${pageText(language, 'manageTo')}</h2><ul>${emailTo.map((each) => recipientRow(language, each))}</ul>`}
<noscript><p>${pageText(language, 'manageNeedsScript')}</p></noscript>`
  const title = view.status === 'inAccount' ? pageText(language, 'manageState_inAccount') : pageText(language, 'manageTitle')
  return html`<main class="plain"><h1>${title}</h1>${body}</main><script type="application/json" id="server-data">${jsonInScript({ managed: view })}</script>`
}

const unknownPage = (language: Language): WrittenPage => ({
  status: 404,
  language,
  title: pageText(language, 'unknownTitle'),
  content: html`<main class="plain"><h1>${pageText(language, 'unknownTitle')}</h1><p>${pageText(language, 'unknownText')}</p></main><script type="application/json" id="server-data">${jsonInScript({ managed: null })}</script>`,
})

/** What cannot be a slug is answered like an unknown one, and nobody is asked. */
async function pageOf(context: PageContext, actor: Actor, { slug, token }: Asked['Params']): Promise<WrittenPage> {
  const { language } = actor
  try {
    if (!z.safeParse(slugShape, slug).success) return unknownPage(language)
    const view = await context.viewManaged(actor, { slug, token })
    return { status: 200, language, title: pageText(language, 'manageTitle'), content: manageContent(language, view) }
  } catch (error) {
    if (error instanceof Problem && error.code === 'transferUnknown') return unknownPage(language)
    throw error
  }
}

async function sendManagePage(context: PageContext, request: FastifyRequest<Asked>, reply: FastifyReply) {
  // The address is the secret: it goes to no other page, not even our own (R47).
  reply.header('referrer-policy', 'no-referrer')
  try {
    return await sendPage(context, await pageOf(context, guestOf(request, null), request.params), request, reply)
  } catch (error) {
    return sendFailurePage(context, error, request, reply)
  }
}

export function managePageRoutes(app: FastifyInstance, context: PageContext): void {
  app.route<Asked>({
    method: ['GET', 'HEAD'],
    url: managePath(':slug', ':token'),
    handler: (request, reply) => sendManagePage(context, request, reply),
  })
}
