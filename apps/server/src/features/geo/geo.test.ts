import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { small } from '../../../test/support/open-upload.ts'
import { get, type Sent, sendTo } from '../../../test/support/reader.ts'
import { startTestServer, type TestServer, waitFor } from '../../../test/support/test-server.ts'
import { writeMmdb } from '../../adapters/geo/test-mmdb.ts'

let dir: string
/** Its peer, this test, is a proxy that it believes. */
let behindProxy: TestServer
let alone: TestServer
beforeAll(async () => {
  dir = mkdtempSync(join(tmpdir(), 'sampan-geo-'))
  const shenzhen = { country: { iso_code: 'CN' }, city: { names: { en: 'Shenzhen' } } }
  const file = writeMmdb(join(dir, 'city.mmdb'), 6, { '114.114.0.0/16': shenzhen, '240e::/20': shenzhen })
  const more = { GEO_CITY_FILES: file, GEO_CREDIT: 'Places by Test https://places.example' }
  ;[behindProxy, alone] = await Promise.all([startTestServer({ TRUST_PROXY: '127.0.0.1', ...more }), startTestServer(more)])
})
afterAll(async () => {
  await Promise.all([behindProxy?.close(), alone?.close()])
  rmSync(dir, { recursive: true, force: true })
})

const from = (ip: string) => ({ 'x-forwarded-for': ip })
const placeOf = async (server: TestServer, headers: Record<string, string>) =>
  (await fetch(`${server.url}/geo`, { headers })).json()
const unknown = { country: '', countryCode: null, city_name: '' }

describe('GET /geo', () => {
  test.each([
    ['114.114.114.114', 'en', { country: 'China', countryCode: 'CN', city_name: 'Shenzhen' }],
    ['114.114.114.114', 'zh-CN', { country: '中国', countryCode: 'CN', city_name: 'Shenzhen' }],
    ['240e::1', 'zh', { country: '中国', countryCode: 'CN', city_name: 'Shenzhen' }],
    ['8.8.8.8', 'en', { country: 'United States', countryCode: 'US', city_name: '' }],
    ['::ffff:8.8.8.8', 'zh', { country: '美国', countryCode: 'US', city_name: '' }],
    ['2001:4860:4860::8888', 'en', { country: 'United States', countryCode: 'US', city_name: '' }],
    ['192.168.1.20', 'en', unknown],
    ['nonsense', 'zh', unknown],
  ])('H1 D5 %s in %s', async (ip, language, place) => {
    expect(await placeOf(behindProxy, { ...from(ip), 'accept-language': language })).toEqual(place)
  })

  test('H1 D5 the header counts as far as trusted proxies wrote it: the last hop before them, none from anybody else', async () => {
    expect(await placeOf(behindProxy, from('8.8.8.8, 114.114.114.114'))).toMatchObject({ countryCode: 'CN' })
    expect(await placeOf(behindProxy, from('8.8.8.8, 192.168.1.20'))).toEqual(unknown)
    expect(await placeOf(alone, from('8.8.8.8'))).toEqual(unknown)
    expect(await placeOf(alone, { forwarded: 'for=8.8.8.8', 'x-real-ip': '8.8.8.8', 'cf-connecting-ip': '8.8.8.8' })).toEqual(
      unknown,
    )
  })
})

describe('where a download was', () => {
  const eventOf = (server: TestServer, { slug }: Sent) =>
    waitFor(
      async () =>
        (
          await server.services.db.execute(
            sql`select download_events.ip, country_code, city from download_events join transfers on transfers.id = transfer_id where slug = ${slug}`,
          )
        ).rows[0],
    )
  const linesOf = (text: string | undefined) => (text ?? '').split('\n')
  const download = async (server: TestServer, headers: Record<string, string>, more = {}) => {
    const sent = await sendTo(server, [small()], more)
    expect((await get(sent.url('zip'), headers)).status).toBe(200)
    const event = await eventOf(server, sent)
    await server.runJobs('downloads:notice')
    const mail = await server.mailTo(sent.from, 3)
    return { event, lines: linesOf(mail.text), html: mail.html ?? '' }
  }

  test('D5 city and country are kept with the event and told to the sender, with the credit', async () => {
    const { event, lines, html } = await download(behindProxy, from('114.114.114.114'))
    expect(event).toEqual({ ip: '114.114.114.114', country_code: 'CN', city: 'Shenzhen' })
    expect(lines).toContain('Where: Shenzhen, China')
    expect(lines).toContain('Places by Test https://places.example')
    expect(html).toContain('href="https://places.example"')
  })

  test('D5 I1 a country alone, in the language of the transfer', async () => {
    const { event, lines } = await download(behindProxy, from('2001:4860:4860::8888'), { language: 'zh' })
    expect(event).toEqual({ ip: '2001:4860:4860::8888', country_code: 'US', city: '' })
    expect(lines).toContain('地点： 美国')
  })

  test('D5 a forged header gives no place, and an unknown place is left out', async () => {
    const { event, lines, html } = await download(alone, from('114.114.114.114'))
    expect(event).toEqual({ ip: '127.0.0.1', country_code: null, city: '' })
    expect(lines.filter((line) => /^Where|places\.example/.test(line))).toEqual([])
    expect(html).not.toContain('places.example')
  })
})
