/** Pages that the server writes into the web app's shell. */
import { languages } from '@sampan/contract/languages'
import { defaultLanguage, homePath, type Language } from '@sampan/contract/paths'
import type { BrandShown } from '@sampan/contract/routes/branding'
import { errorText } from '@sampan/texts/errors'
import { pageText } from '@sampan/texts/pages'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { languageOf } from '../../http/actor.ts'
import { logProblem } from '../../http/error-reply.ts'
import { pagePolicy } from '../../http/security-headers.ts'
import { brandHead, withFavicon } from './brand-parts.ts'
import { type Html, html } from './html.ts'
import type { PageContext } from './page-context.ts'
import { sendFresh } from './send-body.ts'

export type WrittenPage = { status: number; language: Language; title: string; content: Html; brand?: BrandShown | undefined }

/** None of them is for search engines, and none is kept: they tell of one visitor or of nothing. */
export function sendPage(context: PageContext, page: WrittenPage, request: FastifyRequest, reply: FastifyReply) {
  const { config, shell } = context
  reply.code(page.status).headers({
    'cache-control': 'no-store, private',
    'content-security-policy': pagePolicy(shell.scriptHashes, config),
    'x-robots-tag': 'noindex',
  })
  const title = pageText(page.language, 'pageTitle', { title: page.title, product: config.productName })
  const head = html`<meta name="robots" content="noindex">${brandHead(page.brand)}`
  return sendFresh(withFavicon(shell.fill({ ...page, title, head }), page.brand), request, reply)
}

function noticePage(language: Language, status: number, title: string, text: string, backTo?: string): WrittenPage {
  const back = backTo !== undefined && html`<a class="button" href="${backTo}">${pageText(language, 'backToFiles')}</a> `
  const home = html`<a class="button" href="${homePath(language)}">${pageText(language, 'toHome')}</a>`
  return { status, language, title, content: html`<main class="plain"><h1>${title}</h1><p>${text}</p>${back}${home}</main>` }
}

/** Below the home page of a language everything is in that language, also what is not there. */
const pageLanguage = (request: FastifyRequest): Language =>
  languages.find((language) => language !== defaultLanguage && request.url.startsWith(homePath(language))) ?? languageOf(request)

export function sendNotFoundPage(context: PageContext, request: FastifyRequest, reply: FastifyReply) {
  const language = pageLanguage(request)
  const text = errorText('notFound', {}, language)
  return sendPage(context, noticePage(language, 404, pageText(language, 'notFoundTitle'), text), request, reply)
}

/** A failure as a person reads it, in place of the JSON that programs get. */
export function sendFailurePage(
  context: PageContext,
  error: unknown,
  request: FastifyRequest,
  reply: FastifyReply,
  backTo?: string,
) {
  const problem = logProblem(error, request, reply)
  const language = languageOf(request)
  const text = errorText(problem.code, problem.details, language)
  return sendPage(context, noticePage(language, problem.status, pageText(language, 'failedTitle'), text, backTo), request, reply)
}
