/** Replies of the server -> values and Problems. */
import { isErrorCode } from '@sampan/contract/error-codes'
import { type ErrorCode, type ErrorReply, Problem } from '@sampan/contract/errors'

export type PlainReply = { status: number; text: string; header(name: string): string | null }

const isCode = (word: unknown): word is ErrorCode => typeof word === 'string' && isErrorCode(word)

/** What proxies and load balancers answer in their own words. */
const codeOfStatus: Partial<Record<number, ErrorCode>> = {
  404: 'notFound',
  413: 'bodyTooLarge',
  429: 'rateLimited',
  502: 'unavailable',
  503: 'unavailable',
  504: 'unavailable',
}

function errorOf(text: string): Partial<ErrorReply['error']> {
  try {
    return (JSON.parse(text) as Partial<ErrorReply>)?.error ?? {}
  } catch {
    return {}
  }
}

const secondsOf = (header: string | null): number | undefined => (header && /^\d+$/.test(header) ? Number(header) : undefined)

export const requestIdOf = (reply: PlainReply): string | null => reply.header('x-request-id')

/** The Problem that a reply speaks of; `details.requestId` and `details.status` are always of this reply. */
export function problemOf(reply: PlainReply): Problem {
  const error = errorOf(reply.text)
  const code = isCode(error.code) ? error.code : (codeOfStatus[reply.status] ?? 'internal')
  const requestId = error.requestId ?? requestIdOf(reply)
  const retryAfterSeconds = error.retryAfterSeconds ?? secondsOf(reply.header('retry-after'))
  return new Problem(
    code,
    { ...error.details, status: reply.status, ...(requestId && { requestId }) },
    { ...(error.fields && { fields: error.fields }), ...(retryAfterSeconds !== undefined && { retryAfterSeconds }) },
  )
}
