/** The one place that turns a failure into a reply (H2): a Problem gives its own code and text, every other error is "internal" and is logged. */
import { type ErrorReply, Problem } from '@sampan/contract/errors'
import { errorText } from '@sampan/texts/errors'
import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify'
import { isDatabaseAway } from '../db/trouble.ts'
import { languageOf } from './actor.ts'
import { reportUndeclared } from './declared-errors.ts'
import { noteRequest } from './request-notes.ts'

const frameworkErrors: Record<string, ConstructorParameters<typeof Problem>[0]> = {
  FST_ERR_CTP_BODY_TOO_LARGE: 'bodyTooLarge',
  FST_ERR_CTP_INVALID_MEDIA_TYPE: 'unsupportedMediaType',
}

/** A disk that is away, read-only or failing, or a process that may open no more files: nothing of what was asked counts, and it may be mended soon. */
const diskTroubles: readonly unknown[] = [
  'EIO',
  'ENOENT',
  'EROFS',
  'ENODEV',
  'ENXIO',
  'ESTALE',
  'EACCES',
  'EPERM',
  'EMFILE',
  'ENFILE',
]

function asProblem(error: unknown): Problem {
  if (error instanceof Problem) return error
  const known = error as FastifyError & { cause?: unknown }
  const code = frameworkErrors[known?.code ?? '']
  if (code) return new Problem(code)
  if (known?.statusCode && known.statusCode >= 400 && known.statusCode < 500) return new Problem('invalidInput')
  const cause = (known?.cause ?? known) as { code?: unknown } | undefined
  if (isDatabaseAway(error) || diskTroubles.includes(cause?.code)) return new Problem('unavailable', {}, { retryAfterSeconds: 5 })
  return new Problem('internal')
}

export function errorBody(problem: Problem, request: FastifyRequest): ErrorReply {
  return {
    error: {
      code: problem.code,
      message: errorText(problem.code, problem.details, languageOf(request)),
      ...(problem.fields && { fields: problem.fields }),
      ...(Object.keys(problem.details).length > 0 && { details: problem.details }),
      ...(problem.retryAfterSeconds !== undefined && { retryAfterSeconds: problem.retryAfterSeconds }),
      requestId: request.id,
    },
  }
}

/** The problem behind an error, told to the log and to the reply's headers: whatever the body will be, a page or JSON. */
export function logProblem(error: unknown, request: FastifyRequest, reply: FastifyReply): Problem {
  const problem = asProblem(error)
  noteRequest(request, { problem })
  reportUndeclared(request, problem.code)
  if (problem.status >= 500) request.log.error({ err: error, code: problem.code }, 'request failed')
  if (problem.retryAfterSeconds !== undefined) reply.header('retry-after', String(Math.ceil(problem.retryAfterSeconds)))
  return problem
}

export function replyWithError(error: unknown, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const problem = logProblem(error, request, reply)
  return reply
    .code(problem.status)
    .header('cache-control', 'no-store')
    .type('application/json; charset=utf-8')
    .send(errorBody(problem, request))
}
