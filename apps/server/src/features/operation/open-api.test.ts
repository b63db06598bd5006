import { errorCatalogue } from '@sampan/contract/errors'
import { errorsOf } from '@sampan/contract/routes/errors-of'
import { routes } from '@sampan/contract/routes/index'
import type { Route } from '@sampan/contract/routes/route'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { callShapes, shapeOf } from '../../../test/support/call-shapes.ts'
import { startTestServer, type TestServer } from '../../../test/support/test-server.ts'

type Described = any

let server: TestServer
let described: Described
beforeAll(async () => {
  server = await startTestServer()
  described = await (await fetch(`${server.url}/openapi.json`)).json()
})
afterAll(() => server?.close())

const operationOf = ({ method, path }: Route): Described =>
  described.paths[path.replace(/:(\w+)/g, '{$1}')]?.[method.toLowerCase()]

/** Whatever is behind references. */
function resolved(part: Described): Described {
  if (!part?.$ref) return part
  return part.$ref
    .slice(2)
    .split('/')
    .reduce((found: Described, key: string) => found[key], described)
}

const codesIn = (schema: Described): string[] =>
  [schema, ...(schema.anyOf ?? []), ...(schema.allOf ?? [])].flatMap(
    (each) => each.properties?.error?.properties?.code?.enum ?? [],
  )

test('H1 /openapi.json describes every route with its errors', () => {
  for (const route of routes) {
    const operation = operationOf(route)
    expect(operation, `${route.method} ${route.path}`).toBeDefined()
    for (const code of errorsOf(route)) {
      const { schema } = resolved(operation.responses[errorCatalogue[code].status]).content['application/json']
      const codes = [schema, ...(schema.anyOf ?? [])].flatMap(codesIn)
      expect(codes, `${route.method} ${route.path}`).toContain(code)
    }
  }
})

test('H1 the shape of every call changes only on purpose', () => {
  expect(callShapes(described)).toMatchSnapshot()
  const { schemas, parameters, headers, securitySchemes } = described.components
  expect(shapeOf(schemas.Error)).toMatchSnapshot()
  expect({ parameters, headers, securitySchemes }).toMatchSnapshot()
})

test('H1 each call has a name of its own, a group, a sentence, one of each parameter, and says who may call it', () => {
  const operations: Described[] = Object.values<Described>(described.paths).flatMap((calls) => Object.values(calls))
  const ids = operations.map(({ operationId }) => operationId)
  expect(new Set(ids).size).toBe(ids.length)
  const groups = described.tags.map(({ name }: Described) => name)
  const schemes = Object.keys(described.components.securitySchemes)
  for (const { operationId, tags, summary, description, security, parameters = [] } of operations) {
    for (const { name, description: text } of parameters.map(resolved))
      expect(text, `${operationId}: ${name}`).toEqual(expect.any(String))
    expect([operationId, summary, description], operationId).toEqual([expect.any(String), expect.any(String), expect.any(String)])
    expect(groups, operationId).toEqual(expect.arrayContaining(tags))
    expect(schemes, operationId).toEqual(expect.arrayContaining(security.flatMap(Object.keys)))
  }
})

test('H1 headers, bodies that come as they are, and ranges are described', () => {
  const { paths } = described
  const put = paths['/api/uploads/{uploadId}/blobs/{blobId}'].put
  expect(put.requestBody).toEqual({ required: true, content: { 'application/octet-stream': {} } })
  const named = ({ parameters }: Described) => parameters.map(resolved).map(({ name }: Described) => name)
  expect(named(put)).toEqual(['uploadId', 'blobId', 'offset', 'X-Part-Crc32', 'Accept-Language'])
  expect(named(paths['/getQs'].get)).toContain('isTeam')
  expect(named(paths['/api/uploads'].post)).toContain('Idempotency-Key')
  const file = paths['/api/transfers/{slug}/files/{fileId}']
  expect(named(file.get)).toEqual(expect.arrayContaining(['Range', 'If-Range']))
  expect(Object.keys(file.get.responses)).toEqual(expect.arrayContaining(['200', '206', '416']))
  expect(named(file.head)).not.toContain('Range')
  const { ranges } =
    paths['/api/uploads/{uploadId}'].get.responses[200].content['application/json'].schema.properties.received.items.properties
  expect(shapeOf(ranges.items)).toBe('[integer{"minimum":0}]{"minItems":2,"maxItems":2}')
})

test('H2 what every call may answer has the one shape, with codes of the catalogue', async () => {
  const { Error: error } = described.components.schemas
  expect(error.properties.error.properties.code.enum).toEqual(Object.keys(errorCatalogue))
  const known = Object.keys(error.properties.error.properties)
  const refused = await fetch(`${server.url}/verifyEmail`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: '{}',
  })
  expect(known).toEqual(expect.arrayContaining(Object.keys((await refused.json()).error)))
})
