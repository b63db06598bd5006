/** Text that no keyboard writes, in every field of every route: refused or taken, never a fault of ours (R30). */
import { routes } from '@sampan/contract/routes/index'
import type { Route } from '@sampan/contract/routes/route'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Actor, linkPassword, makeActor } from '../test/support/actors.ts'
import { startTestServer, type TestServer } from '../test/support/test-server.ts'

let server: TestServer
let actor: Actor
beforeAll(async () => {
  const rules = ['linkMiss', 'linkPassword', 'loginAccount', 'loginNetwork', 'codeNetwork', 'signUpNetwork', 'emailTakenNetwork']
  server = await startTestServer({ RATE_LIMITS: rules.map((rule) => `${rule}=100000/60`).join(',') })
  actor = await makeActor(server, 'owner')
})
afterAll(() => server?.close())

const hostile = ['\0', 'a\0b', '\ud800', 'b\udc00c']

/** Good values by the names of fields, so that one bad one is not refused for another. */
function goodOf(): Record<string, unknown> {
  const { userId, upload, transfer } = actor.about.objects
  return {
    userid: userId,
    id: userId,
    _id: transfer.id,
    slug: transfer.slug,
    uploadId: upload.id,
    fileId: transfer.fileId,
    blobId: upload.blobId,
    offset: '0',
    type: 'userUpload',
    email: 'hostile-text@example.com',
    password: linkPassword,
    code: 'ABCDE',
    verifyId: 'ABCDE',
    files: [{ path: 'a', size: 1 }],
    emailTo: [{ email: 'to@example.com', name: 'To' }],
    fileIds: [transfer.fileId],
    downloads: [transfer.fileId],
    isDisabled: false,
  }
}

const fieldsOf = (schema: unknown): string[] =>
  Object.keys((schema as { _zod?: { def: { shape?: object } } } | undefined)?._zod?.def.shape ?? {})
const pick = (all: Record<string, unknown>, names: string[]) =>
  Object.fromEntries(names.filter((name) => name in all).map((name) => [name, all[name]]))

/** Every text within a value replaced, so that lists and objects keep their form. */
const spoil = (value: unknown, text: string): unknown => {
  if (Array.isArray(value)) return value.map((each) => spoil(each, text))
  if (typeof value !== 'object' || value === null) return typeof value === 'number' ? value : text
  return Object.fromEntries(Object.entries(value).map(([name, each]) => [name, spoil(each, text)]))
}

let turn = 0
/** One of the texts that end strings and one that is no text, in turns: each field has both kinds. */
const nextTexts = (): string[] => [hostile[turn++ % 2]!, hostile[2 + (turn % 2)]!]

/** The calls of a route that each have one field spoilt. */
function* spoilt(route: Route) {
  const places = ['params', 'query', 'body'] as const
  const good = goodOf()
  for (const place of places)
    for (const field of fieldsOf(route[place]))
      for (const text of nextTexts()) {
        const ask = Object.fromEntries(places.map((each) => [each, pick(good, fieldsOf(route[each]))]))
        yield {
          field,
          text,
          ask: { ...ask, [place]: { ...ask[place], [field]: spoil(good[field], text) } } as Record<string, any>,
        }
      }
}

test.each(routes.map((route) => [`${route.method} ${route.path}`, route] as const))(
  'R30 %s bears hostile text',
  async (_, route) => {
    for (const { field, text, ask } of spoilt(route)) {
      const path = route.path.replace(/:(\w+)/g, (_, name) =>
        encodeURIComponent(Buffer.from(String(ask.params[name])).toString()),
      )
      const headers = route.who === 'ticket' ? { authorization: `Bearer ${actor.browser.ticket}` } : actor.access
      const body = route.method === 'GET' ? undefined : ask.body
      const { status } = await actor.browser.call(route.method, `${path}?${new URLSearchParams(ask.query)}`, body, headers)
      expect(status, `${field} ${JSON.stringify(text)}`).toBeLessThan(500)
    }
  },
)
