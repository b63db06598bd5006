/** What a sending and a submission ask of other features, counted at their front doors. */
import { AsyncLocalStorage } from 'node:async_hooks'
import { randomBytes } from 'node:crypto'
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import type { TestServer } from '../../../test/support/test-server.ts'

type Support = typeof import('../../../test/support/account.ts') &
  typeof import('../../../test/support/dashboard.ts') &
  typeof import('../../../test/support/supplier.ts')

const features = join(import.meta.dirname, '..')
const inside = new AsyncLocalStorage<string>()
/** By the feature whose route is called, in their order; what these ask of others again is not among them. */
let asked: string[] = []

/** Whoever calls it from within the same feature crosses no border. */
const traced = (feature: string, name: string, act: (...given: unknown[]) => unknown) =>
  function (this: unknown, ...given: unknown[]) {
    if (inside.getStore() === undefined) asked.push(`${feature}.${name}`)
    return inside.run(feature, () => act.apply(this, given))
  }

const isPlain = (value: unknown): value is (...given: unknown[]) => unknown =>
  typeof value === 'function' && !String(value).startsWith('class ')

let server: TestServer
let support: Support
beforeAll(async () => {
  for (const feature of readdirSync(features).filter((name) => !name.includes('.')))
    vi.doMock(join(features, feature, 'index.ts'), async (original) =>
      Object.fromEntries(
        Object.entries(await original<object>()).map(([name, value]) => [
          name,
          isPlain(value) ? traced(feature, name, value) : value,
        ]),
      ),
    )
  const { startTestServer } = await import('../../../test/support/test-server.ts')
  support = {
    ...(await import('../../../test/support/account.ts')),
    ...(await import('../../../test/support/dashboard.ts')),
    ...(await import('../../../test/support/supplier.ts')),
  }
  server = await startTestServer()
})
afterAll(() => server?.close())

/** How often each of these is asked for while `act` runs: the parts of the account's session are not of the matter. */
async function askedBy(act: () => Promise<unknown>): Promise<string[]> {
  asked = []
  await act()
  return asked.filter((each) => !each.startsWith('accounts.'))
}
const featuresOf = (names: string[]) => [...new Set(names.map((name) => name.split('.')[0]))].sort()

test('U8 sending asks four other features, uploads to claim and to finish', async () => {
  const account = await support.Account.create(server)
  // Its parts are still to come, so that no job asks meanwhile.
  const { slug } = await support.begin(account, [{ path: 'a.bin', bytes: randomBytes(2000) }])
  const names = await askedBy(() => account.publish(slug))
  expect(featuresOf(names)).toEqual(['contacts', 'content', 'team-log', 'uploads'])
  expect(names.filter((name) => name.startsWith('uploads.'))).toEqual(['uploads.claimUpload', 'uploads.finishUpload'])
})

test('R4 a submission asks four other features, and looks up once who comes', async () => {
  const account = await support.Account.create(server)
  const { json } = await account.call('POST', '/api/requests', { title: 'Papers', emailField: 'optional' })
  const supplier = new support.Supplier(server, json.request.linkUrl)
  await supplier.takeRequestTicket()
  const { json: plan } = await supplier.withTicket('POST', '/api/uploads', { files: [{ path: 'a.bin', size: 1000 }] })
  const names = await askedBy(() => supplier.submit(plan))
  expect(featuresOf(names)).toEqual(['content', 'owners', 'transfers', 'uploads'])
  expect(names.filter((name) => name === 'owners.findOwner')).toHaveLength(1)
  expect(names.filter((name) => name.startsWith('uploads.'))).toEqual(['uploads.claimForPurpose', 'uploads.finishUpload'])
})
