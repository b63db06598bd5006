/** What a call answers: its reply, and its errors by their statuses. */
import { type ErrorCode, errorCatalogue } from '@sampan/contract/errors'
import { errorsOf } from '@sampan/contract/routes/errors-of'
import type { Route } from '@sampan/contract/routes/route'
import { type JsonSchema, jsonSchema } from './open-api-schema.ts'

type Reply = { description: string; headers?: object; content?: Record<string, { schema?: JsonSchema }> }
type Replies = Record<string, Reply | { $ref: string }>

const json = (schema: JsonSchema) => ({ 'application/json': { schema } })

/** The shape of errors, with the codes that this status can have. */
const errorWith = (codes: readonly ErrorCode[]): JsonSchema => ({
  allOf: [
    { $ref: '#/components/schemas/Error' },
    { type: 'object', properties: { error: { type: 'object', properties: { code: { type: 'string', enum: codes } } } } },
  ],
})

function errorReply(codes: readonly ErrorCode[]): Reply {
  const { status } = errorCatalogue[codes[0]!]
  const header = (name: string) => ({ $ref: `#/components/headers/${name}` })
  const ofWait = { 'Retry-After': header('RetryAfter') }
  const ofRates = { 'RateLimit-Policy': header('RateLimitPolicy'), RateLimit: header('RateLimit') }
  const headers = { ...((status === 429 || status === 503) && ofWait), ...(status === 429 && ofRates) }
  return {
    description: codes.map((code) => `\`${code}\`: ${errorCatalogue[code].text}`).join('\n\n'),
    ...(Object.keys(headers).length > 0 && { headers }),
    content: json(errorWith(codes)),
  }
}

/** Groups the codes by status, each list in a fixed order. */
function codesByStatus(route: Route): Map<number, ErrorCode[]> {
  const byStatus = new Map<number, ErrorCode[]>()
  for (const code of errorsOf(route).sort()) {
    const { status } = errorCatalogue[code]
    byStatus.set(status, [...(byStatus.get(status) ?? []), code])
  }
  return byStatus
}

const nameOf = (codes: readonly ErrorCode[]): string => codes.join('.')

/** Most calls share theirs: each set of codes is described once. */
export const errorReplies = (routes: readonly Route[]): Record<string, Reply> =>
  Object.fromEntries(
    routes
      .flatMap((route) => [...codesByStatus(route)].filter(([status]) => !route.alsoStatus?.includes(status)))
      .map(([, codes]) => [nameOf(codes), errorReply(codes)]),
  )

const bytesOf = (type: string) => [type, type.startsWith('text/') ? { schema: { type: 'string' } } : {}] as const

function success({ reply, mediaTypes = ['application/octet-stream'] }: Route): Reply {
  if (reply === 'none') return { description: 'Done' }
  if (reply === 'events')
    return { description: 'Events as they come', content: Object.fromEntries([bytesOf('text/event-stream')]) }
  if (reply === 'bytes') return { description: 'The bytes', content: Object.fromEntries(mediaTypes.map(bytesOf)) }
  return { description: 'The answer', content: json(jsonSchema(reply, 'output')) }
}

/** A status that comes with the call's own reply, and may come with an error. */
function eitherReply(route: Route, codes: readonly ErrorCode[]): Reply {
  const own = success(route).content?.['application/json']?.schema ?? {}
  const said = 'The answer: its state says more'
  if (!codes.length) return { description: said, content: json(own) }
  const error = errorReply(codes)
  return { ...error, description: `${said}\n\n${error.description}`, content: json({ anyOf: [own, errorWith(codes)] }) }
}

export function repliesOf(route: Route): Replies {
  const codes = codesByStatus(route)
  const errors = [...codes].map(([status, list]) => [status, { $ref: `#/components/responses/${nameOf(list)}` }] as const)
  const either = (route.alsoStatus ?? []).map((status) => [status, eitherReply(route, codes.get(status) ?? [])] as const)
  const isRefused = [...codes.keys()].some((status) => status < 500)
  return {
    [route.status ?? 200]: success(route),
    ...(route.hasRanges && {
      206: { ...success(route), description: 'The bytes of the range' },
      416: { description: 'No byte of the range is there; Content-Range says how many there are' },
    }),
    ...(route.form && { 303: { description: 'To a form: leads back to its page, which says what came of it' } }),
    ...Object.fromEntries([...errors, ...either]),
    ...(!isRefused && { '4XX': { description: 'The request cannot be read' } }),
  }
}
