import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { sendTo } from '../../../test/support/reader.ts'
import { Browser } from '../../../test/support/sender.ts'
import { startTestServer, type TestServer, waitFor } from '../../../test/support/test-server.ts'

/** Whose files were rendered, in the order in which they were: each file says who sent it and how many seconds it takes. */
const rendered: string[] = []
/** The file at this place waits until it is let go. */
let held: { at: number; until: Promise<void> }

vi.mock('./renderer.ts', async (original) => ({
  ...(await original<typeof import('./renderer.ts')>()),
  startRenderer: () => {
    let used = 0
    return {
      render: async ({ bytes }: { bytes: Uint8Array }) => {
        const [who = '', seconds] = Buffer.from(bytes).toString().split(' ')
        used += Number(seconds)
        if (rendered.push(who) - 1 === held.at) await held.until
        return []
      },
      usedSeconds: () => used,
      close: () => {},
    }
  },
}))

let server: TestServer
beforeAll(async () => {
  server = await startTestServer({ RATE_LIMITS: 'renderSeconds=20/3600' })
})
afterAll(() => server.close())
beforeEach(() => {
  rendered.length = 0
})

function holdAt(at: number): () => void {
  let letGo = () => {}
  held = { at, until: new Promise((resolve) => (letGo = resolve)) }
  return letGo
}

let people = 0
async function send(who: string, count: number, seconds: number): Promise<void> {
  const sender = new Browser(server)
  await sender.signUp(`turns${++people}@example.com`)
  const files = Array.from({ length: count }, (_, i) => ({ path: `${i}.pdf`, bytes: Buffer.from(`${who} ${seconds}`) }))
  await sendTo(server, files, { sender })
}

/** So many owners wait, or are at it: an upload is whole a moment after it was sent. Jobs that `runJobs` makes due at once come in any order. */
const turnsOf = (count: number) =>
  waitFor(async () => {
    const { rows } = await server.services.db.execute<{ uploads: number }>(
      sql`select count(distinct upload_id)::int as uploads from files where rendering = 'waiting'`,
    )
    return rows[0]!.uploads === count
  })

test('R36 a picture of somebody else is rendered after one file that takes long, not after all of them', async () => {
  const letGo = holdAt(0)
  await send('slow', 4, 6)
  await send('other', 1, 1)
  await send('third', 1, 1)
  await turnsOf(3)
  letGo()
  await waitFor(async () => rendered.length === 6)
  expect(rendered).toEqual(['slow', 'other', 'third', 'slow', 'slow', 'slow'])
})

test('R36 whose seconds are used up waits behind all who come later', async () => {
  const letGo = holdAt(1)
  await send('slow', 4, 10)
  await waitFor(async () => rendered.length === 2)
  await send('other', 12, 1)
  await turnsOf(2)
  letGo()
  await waitFor(async () => rendered.length === 16)
  expect(rendered).toEqual(['slow', 'slow', ...Array(12).fill('other'), 'slow', 'slow'])
})
