/** /openapi.json from the contract's routes (H1). */
import { languages } from '@sampan/contract/languages'
import { type Call, tags } from '@sampan/contract/routes/index'
import type { Route } from '@sampan/contract/routes/route'
import { about as aboutLanguages } from '@sampan/texts/registry/about'
import type { Config } from '../config/config.ts'
import { type Origin, originOf } from '../links.ts'
import { errorReplies, repliesOf } from './open-api-replies.ts'
import { errorSchema, type JsonSchema, jsonSchema } from './open-api-schema.ts'
import { callerOf, securitySchemes } from './open-api-security.ts'
import { parameterTexts } from './parameter-texts.ts'

type Properties = { properties?: Record<string, JsonSchema>; required?: string[] }

const parameter = (name: string) => ({ $ref: `#/components/parameters/${name}` })

function parameters(route: Route): object[] {
  const given = (['params', 'query'] as const).flatMap((part) => {
    const schema = route[part]
    if (!schema) return []
    const { properties = {}, required = [] } = jsonSchema(schema, 'input') as Properties
    const place = part === 'params' ? 'path' : 'query'
    return Object.entries(properties).map(([name, each]) => ({
      name,
      in: place,
      required: place === 'path' || required.includes(name),
      description: parameterTexts[name],
      schema: each,
    }))
  })
  const headers = Object.entries(route.headers ?? {}).map(([name, { summary, pattern, isRequired = false }]) => ({
    name,
    in: 'header',
    required: isRequired,
    description: summary,
    schema: { type: 'string', ...(pattern && { pattern }) },
  }))
  const ofRanges = route.hasRanges ? [parameter('Range'), parameter('IfRange')] : []
  return [...given, ...headers, ...ofRanges, parameter('AcceptLanguage')]
}

function requestBody({ body, rawBody, form }: Route): object | undefined {
  if (rawBody)
    return { required: true, content: { [rawBody]: rawBody === 'application/json' ? { schema: { type: 'object' } } : {} } }
  if (!body) return undefined
  const schema = jsonSchema(body, 'input')
  const content = { 'application/json': { schema }, ...(form && { 'application/x-www-form-urlencoded': { schema } }) }
  return { required: true, content }
}

function operation({ id, tag, route }: Call): object {
  const { text, security } = callerOf(route)
  const body = requestBody(route)
  return {
    operationId: id,
    tags: [tag],
    summary: route.summary,
    description: text,
    security,
    parameters: parameters(route),
    ...(body && { requestBody: body }),
    responses: repliesOf(route),
  }
}

/** HEAD answers as GET does, without bytes, and ignores Range. */
const headOf = ({ id, tag, route }: Call): object => ({
  ...operation({ id: `${id}Head`, tag, route: { ...route, hasRanges: undefined } as Route }),
  summary: `${route.summary} (headers alone)`,
})

const header = (name: string, description: string) => ({ name, in: 'header', description, schema: { type: 'string' } })

const languageNames = languages.map((language) => aboutLanguages[language].englishName).join(' or ')

const components = (calls: readonly Call[], isHttps: boolean) => ({
  schemas: { Error: errorSchema },
  responses: errorReplies(calls.map(({ route }) => route)),
  securitySchemes: securitySchemes(isHttps),
  parameters: {
    AcceptLanguage: header('Accept-Language', `Language of messages, pages and mails: ${languageNames}`),
    Range: header('Range', 'One range of bytes'),
    IfRange: header('If-Range', 'ETag of what the range belongs to'),
  },
  headers: {
    RetryAfter: { description: 'Seconds', schema: { type: 'integer' } },
    RateLimitPolicy: {
      description: 'Limits of the caller’s own that the call counted against: `"name";q=times;w=seconds`, by commas',
      schema: { type: 'string' },
    },
    RateLimit: {
      description: 'What is left of each, and in how many seconds it is more: `"name";r=times;t=seconds`',
      schema: { type: 'string' },
    },
  },
})

/** Whoever writes a program by this document needs somebody to ask. */
const contactOf = (about: About) => ({
  name: about.productName,
  url: originOf(about),
  ...(about.supportEmail && { email: about.supportEmail }),
})

type About = Origin & Pick<Config, 'productName' | 'supportEmail' | 'isHttps'>

export function openApi(calls: readonly Call[], about: About): object {
  const paths: Record<string, Record<string, object>> = {}
  for (const call of calls) {
    const path = call.route.path.replace(/:(\w+)/g, '{$1}')
    paths[path] = { ...paths[path], [call.route.method.toLowerCase()]: operation(call) }
    if (call.route.hasRanges) paths[path].head = headOf(call)
  }
  return {
    openapi: '3.1.0',
    info: {
      title: about.productName,
      version: '1',
      description: 'Every call of this service. Errors have one shape, whose codes are told with each call.',
      contact: contactOf(about),
      license: { name: 'AGPL-3.0-or-later', url: 'https://www.gnu.org/licenses/agpl-3.0.html' },
    },
    servers: [{ url: originOf(about) }],
    tags,
    paths,
    components: components(calls, about.isHttps),
  }
}
