/** Plain forms on a link's page: their answer leads back to that page, or to one that says what went wrong. */
import { type ErrorCode, Problem } from '@sampan/contract/errors'
import { downloadPath } from '@sampan/contract/paths'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { logProblem, replyWithError } from './error-reply.ts'
import { readForms } from './form-body.ts'

/** `backTo`: the page from which it was asked, where that is known. */
export type ShowFailure = (error: unknown, request: FastifyRequest, reply: FastifyReply, backTo?: string) => unknown

/** A person reads the answer: their browser was led there, and no script or program. */
export const asksForPage = ({ headers }: FastifyRequest): boolean => /\btext\/html\b/i.test(headers.accept ?? '')

export const isForm = (request: FastifyRequest): boolean =>
  (request.headers['content-type'] ?? '').startsWith('application/x-www-form-urlencoded')

/** What the page then says: that it was done, or what was wrong with the form. */
export type FormOutcome = 'asked' | 'askedWrong' | 'reported' | 'reportedWrong'

export function backToLink(
  request: FastifyRequest,
  reply: FastifyReply,
  outcome: FormOutcome,
  pathOf: (slug: string, user?: string) => string = downloadPath,
): FastifyReply {
  const { slug } = request.params as { slug: string }
  const { user } = request.query as { user?: string }
  return reply.redirect(`${pathOf(slug, user && encodeURIComponent(user))}?told=${outcome}`, 303)
}

/** For the forms of one plugin: bodies are read, and failures shown as pages. `wrong` are those of what was filled in. */
export function takeForms(
  forms: FastifyInstance,
  showFailure: ShowFailure,
  onWrong: (request: FastifyRequest, reply: FastifyReply, code: ErrorCode) => FastifyReply | null,
): void {
  readForms(forms)
  forms.setErrorHandler((error, request, reply) => {
    if (!isForm(request)) return replyWithError(error, request, reply)
    const back = error instanceof Problem ? onWrong(request, reply, error.code) : null
    if (!back) return showFailure(error, request, reply)
    logProblem(error, request, reply)
    return back
  })
}
