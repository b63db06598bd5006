/** What the doctor finds: nothing at what is right, and each thing that is wrong with the lines that mend it (O8). */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestServer, type TestServer } from '../../../test/support/test-server.ts'
import { addSeconds } from '../../add-seconds.ts'
import { lastBackupMark, writeMark } from '../../db/installation.ts'
import { examine } from './examine.ts'
import type { Finding } from './finding.ts'
import { doctorKey } from './key.ts'
import { startProxy, type Wrong } from './test-proxy.ts'
import { lookAtWay } from './way.ts'

let [trusting, believingNobody]: TestServer[] = []
beforeAll(async () => {
  ;[trusting, believingNobody] = await Promise.all([startTestServer({ TRUST_PROXY: '127.0.0.1' }), startTestServer()])
})
afterAll(async () => {
  await trusting?.close()
  await believingNobody?.close()
})

const wrongIn = (findings: readonly Finding[]) => findings.filter(({ state }) => state === 'bad')

async function wrongBehind(server: TestServer, wrong: Wrong): Promise<Finding[]> {
  const proxy = await startProxy(wrong, server.url)
  const { services } = server
  const way = {
    origin: proxy.origin,
    key: doctorKey(services),
    isDirect: false,
    patienceMs: wrong.silenceMsMax ? 4000 : 0,
    now: services.clock(),
  }
  return wrongIn(await lookAtWay(way).finally(proxy.close))
}

type Fault = { wrong: Wrong; about: string; says: RegExp; change: RegExp }
const fault = (wrong: Wrong, about: string, says: RegExp, change: RegExp): Fault => ({ wrong, about, says, change })

/** Faults of one proxy that do not hide each other: a look costs as much with one as with three. */
const cases: [what: string, faults: Fault[]][] = [
  [
    'takes small bodies alone',
    [fault({ bodyMaxBytes: 1_048_576 }, 'way', /16 MiB does not come through \(413\)/, /client_max_body_size 0/)],
  ],
  [
    'gathers bodies, takes ranges away and calls the service by another name',
    [
      fault({ gathersBodies: true }, 'way', /gathers what is sent/, /proxy_request_buffering off/),
      fault({ takesRanges: true }, 'way', /Ranges do not come through/, /Range/),
      fault({ host: 'backend' }, 'host', /calls the service backend/, /ProxyPreserveHost On/),
    ],
  ],
  [
    'gathers answers and does not say who calls',
    [
      fault({ gathersAnswers: true }, 'way', /gathers answers/, /proxy_buffering off/),
      fault({ caller: 'dropped' }, 'addresses', /does not say who calls/, /X-Forwarded-For/),
    ],
  ],
  [
    'compresses files and lets callers say who they are',
    [
      fault({ compresses: true }, 'way', /compresses files/, /gzip off/),
      fault({ caller: 'believed' }, 'addresses', /are believed/, /X-Forwarded-For/),
    ],
  ],
  ['waits too short', [fault({ silenceMsMax: 2500 }, 'way', /rest for 4 s/, /proxy_read_timeout/)]],
  ['does not reach the service', [fault({ status: 502 }, 'way', /does not reach the service \(502\)/, /HOST and PORT/)]],
  ['leads elsewhere', [fault({ status: 404 }, 'way', /not this installation/, /PUBLIC_URL/)]],
]

test.concurrent.each(cases)('O8 a proxy that %s is found out, and nothing else about it', async (_, faults) => {
  const found = await wrongBehind(trusting!, Object.assign({}, ...faults.map(({ wrong }) => wrong)))
  expect(found, JSON.stringify(found)).toHaveLength(faults.length)
  for (const { about, says, change } of faults) {
    const one = found.find((each) => says.test(each.says))
    expect(one, String(says)).toMatchObject({ about })
    expect(one!.change!.join('\n')).toMatch(change)
  }
})

test.concurrent('O8 a proxy that is right is let be, and one that says who calls has to be believed', async () => {
  expect(await wrongBehind(trusting!, {})).toEqual([])
  expect(await wrongBehind(believingNobody!, {})).toMatchObject([{ about: 'addresses', change: ['TRUST_PROXY=127.0.0.1'] }])
})

test('O8 H4 the doctor’s calls are nobody’s without its key, and change nothing with an old one', async () => {
  const { url, services } = trusting!
  const old = doctorKey({ ...services, clock: () => addSeconds(services.clock(), -601) })
  for (const key of ['x', old, doctorKey(believingNobody!.services)])
    for (const path of ['body', 'bytes', 'drip']) {
      const reply = await fetch(`${url}/doctor/${key}/${path}`, path === 'body' ? { method: 'PUT', body: 'x' } : {})
      expect([path, reply.status]).toEqual([path, 404])
    }
})

test.concurrent('O8 an installation in order has nothing wrong but the backup that it never had', async () => {
  const { services, url } = trusting!
  const config = { ...services.config, publicUrl: url, port: Number(new URL(url).port) }
  const look = async () => {
    const found = wrongIn(await examine({ ...services, config }, { to: undefined, isQuick: true }))
    // The time of tests is not that of the database.
    return found.filter(({ about }) => about !== 'clock')
  }
  expect(await look()).toMatchObject([{ about: 'backup', change: ['sampan backup FOLDER, each night'] }])
  await writeMark(services.db, lastBackupMark, Buffer.from(services.clock().toISOString()))
  expect(await look()).toEqual([])
})

test.concurrent.each<[what: string, Partial<TestServer['services']>, about: string]>([
  ['a store that is away', { storage: { probe: () => Promise.reject(new Error('gone')) } as never }, 'store'],
  ['mails that nobody takes', { mailer: { probe: () => Promise.reject(new Error('535 no')) } as never }, 'mail'],
])('O8 %s is said', async (_, broken, about) => {
  const { services, url } = trusting!
  const config = { ...services.config, publicUrl: url, port: Number(new URL(url).port), smtpUrl: 'smtp://127.0.0.1:1' }
  const dns = { ask: async () => ({ values: [] }) }
  const found = wrongIn(await examine({ ...services, config, dns, ...broken }, { to: undefined, isQuick: true }))
  expect(found.map((each) => each.about)).toContain(about)
})

test.concurrent('O8 O3 what is stored without encryption, and what is on its way to another store, is said', async () => {
  const { services } = trusting!
  const config = { ...services.config, storeSealed: false, store: 's3', s3Bucket: 'files', storeFrom: 'disk' } as const
  const found = await examine({ ...services, config }, { to: undefined, isQuick: true })
  const said = found.filter(({ about, state }) => about === 'store' && state === 'note').flatMap(({ change }) => change)
  expect(said).toEqual(
    expect.arrayContaining([expect.stringContaining('STORE_SEALED=yes'), expect.stringContaining('sampan move-store')]),
  )
})
