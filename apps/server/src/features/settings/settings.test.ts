import { randomBytes } from 'node:crypto'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { Account } from '../../../test/support/account.ts'
import { begin } from '../../../test/support/dashboard.ts'
import { startTestServer, type TestServer } from '../../../test/support/test-server.ts'
import { transfers } from '../../db/tables.ts'
import { readSettings } from './settings.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer({ PLACES: 'country' })
})
afterAll(() => server?.close())

const read = async (account: Account) => (await account.call('GET', '/api/settings')).json
const change = (account: Account, body: object) => account.call('PATCH', '/api/settings', body)
const [week, month] = [604_800, 2_629_746]

test('B4 settings begin empty, each part is changed by itself, and an account keeps no more of places than its operator', async () => {
  const account = await Account.create(server, { role: 'pro' })
  expect(await read(account)).toEqual({
    settings: { transferSettings: {}, requestSettings: {}, downloadMails: 'each', places: 'country' },
    mostPlaces: 'country',
  })
  const transferSettings = { sendAs: 'link', expirySeconds: month, notifyOnDownload: false, message: '您好 😀' }
  expect((await change(account, { transferSettings })).json.settings.transferSettings).toEqual(transferSettings)
  await change(account, { requestSettings: { expirySeconds: month, notifyOnUpload: true }, places: 'off' })
  await change(account, { downloadMails: 'daily' })
  expect((await read(account)).settings).toEqual({
    transferSettings,
    requestSettings: { expirySeconds: month, notifyOnUpload: true },
    downloadMails: 'daily',
    places: 'off',
  })
  expect((await change(account, { places: 'city' })).json.settings.places).toBe('country')
  expect((await change(account, { transferSettings: {} })).json.settings.transferSettings).toEqual({})
})

test.each([
  ['city', ['/srv/city.mmdb'], 'city'],
  ['city', [], 'country'],
  ['off', [], 'off'],
] as const)(
  'B4 D5 where the operator allows %s and has the files %j of cities, the most of places is %s',
  async (places, files, max) => {
    const { userId } = await Account.create(server)
    const config = { ...server.services.config, places, geoCityFiles: [...files] }
    const { settings, mostPlaces } = await readSettings({ db: server.services.db, config }, { userId })
    expect([settings.places, mostPlaces]).toEqual([max, max])
  },
)

test('B4 K4 an expiry that the plan does not allow is refused, and passed over once the plan is smaller', async () => {
  const account = await Account.create(server)
  for (const part of ['transferSettings', 'requestSettings']) {
    const { status, json } = await change(account, { [part]: { expirySeconds: month }, downloadMails: 'daily' })
    expect([status, json.error.code]).toEqual([403, 'expiryNotAllowed'])
  }
  expect((await read(account)).settings.downloadMails).toBe('each')
  await account.setOwner({ role: 'personal' })
  await change(account, { transferSettings: { expirySeconds: month, message: 'kept' } })
  await account.setOwner({ role: 'free' })
  expect((await read(account)).settings.transferSettings).toEqual({ message: 'kept' })
})

test('B4 what a call leaves out of a sending, is as the settings have it; what it says holds, and recipients mean mail', async () => {
  const account = await Account.create(server, { role: 'personal' })
  const transferSettings = { sendAs: 'link', expirySeconds: month, notifyOnDownload: false, message: 'As agreed' }
  await change(account, { transferSettings })
  const sent = async (more: object) => {
    const { slug } = await begin(account, [{ path: 'a.bin', bytes: randomBytes(20) }])
    const { json } = await account.call('POST', '/quicksend2', { slug, ...more })
    const [row] = await server.services.db.select().from(transfers).where(eq(transfers.slug, slug))
    return [json.sendAs, json.expirySeconds, json.message, row?.notifyOnDownload]
  }
  expect(await sent({})).toEqual(['link', month, 'As agreed', false])
  const emailTo = [{ email: 'li@example.cn' }]
  expect(await sent({ emailTo })).toEqual(['email', month, 'As agreed', false])
  const said = { sendAs: 'email', emailTo, expirySeconds: week, message: '', notifyOnDownload: true }
  expect(await sent(said)).toEqual(['email', week, '', true])
  await account.setOwner({ role: 'free' })
  expect(await sent({})).toEqual(['link', week, 'As agreed', false])
})

test.each([
  [{ places: 'street' }, 'places'],
  [{ downloadMails: 'never' }, 'downloadMails'],
  [{ transferSettings: { message: 'x'.repeat(281) } }, 'transferSettings.message'],
  [{ transferSettings: { expirySeconds: 0 } }, 'transferSettings.expirySeconds'],
  [{ requestSettings: null }, 'requestSettings'],
])('B4 R28 %j is refused', async (body, field) => {
  const account = await Account.create(server)
  const { status, json } = await change(account, body)
  expect([status, Object.keys(json.error.fields)]).toEqual([400, [field]])
})
