/** /openapi.json from the contract's routes. */
import { type ErrorCode, errorCatalogue } from '@sampan/contract/errors'
import type { Route, Schema } from '@sampan/contract/routes/route'
import { toJSONSchema } from 'zod/mini'
import type { Config } from '../config.ts'
import { type Origin, originOf } from '../links.ts'

const jsonSchema = (schema: Schema, io: 'input' | 'output') => {
  const { $schema: _, ...rest } = toJSONSchema(schema, { io, unrepresentable: 'any' }) as Record<string, unknown>
  return rest
}

type Properties = { properties?: Record<string, object>; required?: string[] }

function parameters(route: Route): object[] {
  return (['params', 'query'] as const).flatMap((part) => {
    const schema = route[part]
    if (!schema) return []
    const { properties = {}, required = [] } = jsonSchema(schema, 'input') as Properties
    const place = part === 'params' ? 'path' : 'query'
    return Object.entries(properties).map(([name, each]) => ({
      name,
      in: place,
      required: place === 'path' || required.includes(name),
      schema: each,
    }))
  })
}

const success = (route: Route): object => {
  if (route.reply === 'none') return { description: 'Done' }
  if (route.reply === 'bytes') return { description: 'The bytes', content: { 'application/octet-stream': {} } }
  if (route.reply === 'events') return { description: 'Events as they come', content: { 'text/event-stream': {} } }
  return { description: 'The answer', content: { 'application/json': { schema: jsonSchema(route.reply, 'output') } } }
}

function errorReplies(codes: readonly ErrorCode[]): Record<string, object> {
  const byStatus = new Map<number, ErrorCode[]>()
  for (const code of codes) {
    const { status } = errorCatalogue[code]
    byStatus.set(status, [...(byStatus.get(status) ?? []), code])
  }
  return Object.fromEntries(
    [...byStatus].map(([status, list]) => [
      status,
      { description: list.join(', '), content: { 'application/json': { schema: { $ref: '#/components/schemas/Error' } } } },
    ]),
  )
}

function operation(route: Route): object {
  const ticket = route.who === 'ticket' && { security: [{ ticket: [] }] }
  const body = route.body && {
    requestBody: { required: true, content: { 'application/json': { schema: jsonSchema(route.body, 'input') } } },
  }
  return {
    summary: route.summary,
    ...ticket,
    parameters: parameters(route),
    ...body,
    responses: { [route.status ?? 200]: success(route), ...errorReplies(route.errors) },
  }
}

const errorSchema = {
  type: 'object',
  required: ['error'],
  properties: {
    error: {
      type: 'object',
      required: ['code', 'message', 'requestId'],
      properties: {
        code: { enum: Object.keys(errorCatalogue) },
        message: { type: 'string' },
        fields: { type: 'object', additionalProperties: { type: 'string' } },
        details: { type: 'object' },
        retryAfterSeconds: { type: 'number' },
        requestId: { type: 'string' },
      },
    },
  },
}

export function openApi(routes: readonly Route[], config: Pick<Config, 'productName'> & Origin): object {
  const paths: Record<string, Record<string, object>> = {}
  for (const route of routes) {
    const path = route.path.replace(/:(\w+)/g, '{$1}')
    paths[path] = { ...paths[path], [route.method.toLowerCase()]: operation(route) }
    if (route.reply === 'bytes') paths[path].head = { ...operation(route), summary: `${route.summary} (headers alone)` }
  }
  return {
    openapi: '3.1.0',
    info: { title: config.productName, version: '1' },
    servers: [{ url: originOf(config) }],
    paths,
    components: { schemas: { Error: errorSchema }, securitySchemes: { ticket: { type: 'http', scheme: 'bearer' } } },
  }
}
