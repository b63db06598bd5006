/** Moving here from Palmr: what was over there is over here. */
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestServer, type TestServer } from '../../../test/support/test-server.ts'
import { callCommand, poolOf } from '../test-store.ts'
import { importPalmr } from './command.ts'
import { install, palmrShape, removeInstalled } from './test-source.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server?.close())
afterAll(removeInstalled)

async function call(of: { database: string; files: string }) {
  const lines: string[] = []
  const given = { values: { database: of.database, files: of.files }, operands: [] }
  const code = await callCommand(importPalmr, server.services.config, poolOf(server).options, given, lines)
  return { code, lines }
}
const rows = async (query: ReturnType<typeof sql>) => (await server.services.db.execute<Record<string, unknown>>(query)).rows

const user = (id: string, isActive: number) => ({
  id,
  firstName: id,
  lastName: '',
  username: id,
  email: `${id}@palmr.example`,
  isActive,
})

test('O9 Palmr: an account that was switched off does not open again, and what had an end of its own does not come after it', async () => {
  const at = server.services.clock().getTime()
  const file = (id: string, userId: string, expiration: number | null) => ({
    ...{ id, name: `${id}.txt`, extension: 'txt', size: 1, objectName: `${userId}/${id}`, userId, expiration },
  })
  const source = await install(palmrShape, {
    users: [user('on', 1), user('off', 0)],
    files: [file('over', 'on', at - 1), file('soon', 'on', at + 86_400_000), file('stay', 'on', null), file('left', 'off', null)],
    shares: ['on', 'off'].map((id) => ({ id: `of-${id}`, createdAt: 1, views: 0, creatorId: id, securityId: id })),
    share_security: [{ id: 'on' }, { id: 'off' }],
    share_aliases: ['on', 'off'].map((id) => ({ id, alias: `of-${id}`, shareId: `of-${id}` })),
    _ShareFiles: [...['over', 'soon', 'stay'].map((A) => ({ A, B: 'of-on' })), { A: 'left', B: 'of-off' }],
  })
  for (const path of ['on/over', 'on/soon', 'on/stay', 'off/left']) source.put(path, Buffer.from('1'))
  const { code, lines } = await call(source)
  expect(lines).toEqual(
    expect.arrayContaining([
      'account  off@palmr.example: stays behind; it was switched off there',
      'file     /s/of-on over.txt: stays behind; it has expired',
      'share    /s/of-on: came over; 1 file of it had an earlier end there, and is here as long as the share; without 1 of its 3 files',
      'share    /s/of-off: stays behind; it is nobody’s: name an account by --owner-of-anonymous',
      'Came over: 1 account, 1 share, with 2 files of 2 B.',
    ]),
  )
  expect(code).toBe(1)
  expect(await rows(sql`select id from users where email = 'off@palmr.example'`)).toEqual([])
})
