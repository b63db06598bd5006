/** What sending reads of the transfer that it makes: its rows are at hand until its answer tells how it stands by then. */
import { randomBytes } from 'node:crypto'
import pg from 'pg'
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest'
import { Account } from '../../../test/support/account.ts'
import { uploaded } from '../../../test/support/account-sends.ts'
import { begin } from '../../../test/support/dashboard.ts'
import { startTestServer, type TestServer, waitFor } from '../../../test/support/test-server.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server?.close())
afterEach(() => void vi.restoreAllMocks())

type Said = { by: unknown; text: string; values: unknown[] }

/** Everything that is asked of the database from now on, in its order, with the connection. */
function overhear(): Said[] {
  const said: Said[] = []
  const real = pg.Client.prototype.query as (...asked: unknown[]) => unknown
  vi.spyOn(pg.Client.prototype, 'query').mockImplementation(function (this: unknown, ...asked: any[]) {
    const [question, values] = asked
    said.push({
      by: this,
      text: question?.text ?? String(question),
      values: (Array.isArray(values) && values) || question?.values || [],
    })
    return real.apply(this, asked) as never
  })
  return said
}

const isReadOf = ({ text, values }: Said, names: unknown[]) =>
  /^select [^(]* from "transfers"/.test(text) && values.some((value) => names.includes(value))

test('U8 sending reads its transfer once, to tell how it stands', async () => {
  const account = await Account.create(server)
  // Its parts are still to come, so that nothing but the call itself asks for it.
  const { slug, uploadId } = await begin(account, [{ path: 'a.bin', bytes: randomBytes(2000) }])
  const said = overhear()
  const { status, json } = await account.publish(slug)
  expect(status).toBe(200)
  const names = [slug, uploadId, json._id]
  expect(said.filter((each) => isReadOf(each, names)).map(({ text }) => text)).toHaveLength(1)
})

test('U8 what opens a transfer when its upload is complete has its row, and reads it no more', async () => {
  const account = await Account.create(server)
  const { slug, uploadId } = await uploaded(account)
  const said = overhear()
  const { json } = await account.publish(slug)
  const isOpening = ({ text, values }: Said) => text.startsWith('update "transfers" set "state"') && values.includes(uploadId)
  await waitFor(async () => said.some(isOpening))
  const { by } = said.find(isOpening)!
  const own = said.filter((each) => each.by === by)
  const from = own.findIndex(isOpening)
  await waitFor(async () => said.filter((each) => each.by === by).some(({ text }, at) => at > from && text === 'commit'))
  const opening = said.filter((each) => each.by === by).slice(from)
  const within = opening.slice(
    0,
    opening.findIndex(({ text }) => text === 'commit'),
  )
  expect(within.some(({ text }) => text.includes('"transfer_events"'))).toBe(true)
  expect(within.filter((each) => isReadOf(each, [slug, uploadId, json._id]))).toEqual([])
})
