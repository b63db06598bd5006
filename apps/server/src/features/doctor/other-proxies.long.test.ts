/** The doctor behind nginx, Caddy and Apache themselves: nothing at our examples, and each thing that is set wrong in that proxy's words (O8). */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Change, type ProxyName, startOutsideProxy } from '../../../test/support/outside-proxies.ts'
import { startTestServer, type TestServer } from '../../../test/support/test-server.ts'
import type { Finding } from './finding.ts'
import { doctorKey } from './key.ts'
import { lookAtWay } from './way.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer({ TRUST_PROXY: '127.0.0.1' })
})
afterAll(() => server?.close())

const patienceMs = 6000

type Outside = Awaited<ReturnType<typeof startOutsideProxy>>

/** Their certificates are of nobody whom browsers know, which has to be told each time; the rest is what is asked for. */
async function foundBehind(
  name: ProxyName,
  changes: readonly Change[],
  originOf: (proxy: Outside) => string = ({ origin }) => origin,
): Promise<Finding[]> {
  const proxy = await startOutsideProxy(name, server.url, changes)
  try {
    const way = {
      origin: originOf(proxy),
      key: doctorKey(server.services),
      isDirect: false,
      patienceMs,
      now: server.services.clock(),
    }
    return (await lookAtWay(way)).filter(({ state }) => state !== 'good')
  } finally {
    await proxy.close()
  }
}

const authority = { nginx: /signed by itself alone/, Apache: /signed by itself alone/, Caddy: /an authority that browsers know/ }

test.each(['nginx', 'Caddy', 'Apache'] as const)(
  'O8 %s as in our example: the certificate of this test, and nothing else',
  async (name) => {
    const found = await foundBehind(name, [])
    expect(found, JSON.stringify(found)).toHaveLength(1)
    expect(found[0]).toMatchObject({ about: 'TLS', says: expect.stringMatching(authority[name]) })
  },
)

const inNginx = (line: string): Change => ['proxy_pass http://sampan;', `proxy_pass http://sampan; ${line}`]
const inCaddy = (line: string): Change => ['flush_interval -1', `flush_interval -1\n\t\t${line}`]
const inSite = (line: string): Change => ['(sampan) {\n', `(sampan) {\n\t${line}\n`]
const inCaddyServers = (line: string): Change => [/^\{\n/m, `{\n\tservers {\n${line}\n\t}\n`]
const inApache = (line: string): Change => ['ProxyAddHeaders On', `ProxyAddHeaders On\n    ${line}`]

const cases: [name: ProxyName, what: string, changes: Change[], says: RegExp, change: RegExp][] = [
  ['nginx', 'takes small bodies alone', [['client_max_body_size 0;', '']], /16 MiB .*\(413\)/, /client_max_body_size 0;/],
  ['nginx', 'gathers bodies', [['proxy_request_buffering off;', '']], /gathers what is sent/, /proxy_request_buffering off;/],
  [
    'nginx',
    'gathers bodies where it has no space',
    [
      ['proxy_request_buffering off;', ''],
      [/client_body_temp_path (\S+)\/client_body;/, 'client_body_temp_path /dev/full;'],
    ],
    /What is sent does not come through/,
    /proxy_request_buffering off;/,
  ],
  [
    'nginx',
    'takes the tiniest bodies',
    [['client_max_body_size 0;', 'client_max_body_size 1k;']],
    /What is sent .*\(413\)/,
    /client_max_body_size 0;/,
  ],
  ['nginx', 'gathers answers', [['proxy_buffering off;', '']], /gathers answers/, /proxy_buffering off;/],
  [
    'nginx',
    'waits too short for answers',
    [['proxy_read_timeout 180s;', 'proxy_read_timeout 3s;']],
    /Answers that rest for 6 s/,
    /proxy_read_timeout 180s;/,
  ],
  [
    'nginx',
    'waits too short for senders',
    [['client_body_timeout 120s;', 'client_body_timeout 3s;']],
    /A sender that rests for 6 s/,
    /client_body_timeout 120s;/,
  ],
  [
    'nginx',
    'lets callers say who they are',
    [[/proxy_set_header X-Forwarded-For .*;/, '']],
    /Callers say who they are/,
    /X-Forwarded-For \$remote_addr;/,
  ],
  [
    'nginx',
    'does not say who calls',
    [['$proxy_add_x_forwarded_for', '""']],
    /does not say who calls/,
    /X-Forwarded-For \$remote_addr;/,
  ],
  [
    'nginx',
    'lets callers say how they call',
    [['proxy_set_header X-Forwarded-Host $host;', '']],
    /by which name they call/,
    /X-Forwarded-Host \$host;/,
  ],
  [
    'nginx',
    'calls the service by another name',
    [
      ['proxy_set_header Host $host;', ''],
      ['proxy_set_header X-Forwarded-Host $host;', 'proxy_set_header X-Forwarded-Host "";'],
    ],
    /calls the service sampan/,
    /proxy_set_header Host \$host;/,
  ],
  ['nginx', 'takes ranges away', [inNginx('proxy_set_header Range "";')], /Ranges do not/, /no proxy_set_header Range/],
  ['nginx', 'compresses', [inNginx('gzip on; gzip_types application/octet-stream;')], /compresses files/, /gzip off;/],
  [
    'nginx',
    'cuts headers',
    [[/ssl_certificate_key .*;/, '$& large_client_header_buffers 4 2k;']],
    /A header of 7 KiB/,
    /large_client_header_buffers 4 8k;/,
  ],
  [
    'nginx',
    'does not find the service',
    [[/server 127[^;]*;/, 'server 127.0.0.1:1;']],
    /does not reach the service \(502\)/,
    /HOST and PORT/,
  ],
  [
    'Caddy',
    'takes small bodies alone',
    [inSite('request_body {\n\t\tmax_size 1MB\n\t}')],
    /16 MiB/,
    /no request_body with max_size/,
  ],
  ['Caddy', 'gathers bodies', [inCaddy('buffer_requests')], /gathers what is sent/, /no request_buffers/],
  ['Caddy', 'gathers answers', [inCaddy('buffer_responses')], /gathers answers/, /no response_buffers/],
  [
    'Caddy',
    'waits too short for answers',
    [inCaddy('transport http {\n\t\t\tread_timeout 3s\n\t\t}')],
    /Answers that rest for 6 s/,
    /no read_timeout/,
  ],
  [
    'Caddy',
    'waits too short for senders',
    [inCaddyServers('\t\ttimeouts {\n\t\t\tread_body 3s\n\t\t}')],
    /A sender that rests for 6 s/,
    /no timeouts with read_body/,
  ],
  [
    'Caddy',
    'lets callers say who they are',
    [inCaddy('header_up X-Forwarded-For {http.request.header.X-Forwarded-For}')],
    /who they are|who calls/,
    /no header_up X-Forwarded-For/,
  ],
  [
    'Caddy',
    'does not say who calls',
    [inCaddy('header_up -X-Forwarded-For')],
    /does not say who calls/,
    /no header_up X-Forwarded-For/,
  ],
  [
    'Caddy',
    'calls the service by another name',
    [inCaddy('header_up Host backend\n\t\theader_up X-Forwarded-Host backend')],
    /calls the service backend/,
    /no header_up Host/,
  ],
  ['Caddy', 'takes ranges away', [inCaddy('header_up -Range')], /Ranges do not/, /no header_up -Range/],
  [
    'Caddy',
    'compresses',
    [inSite('encode {\n\t\tgzip\n\t\tmatch {\n\t\t\theader Content-Type application/octet-stream*\n\t\t}\n\t}')],
    /compresses files/,
    /no encode/,
  ],
  ['Caddy', 'cuts headers', [inCaddyServers('\t\tmax_header_size 2KB')], /A header of 7 KiB/, /no max_header_size/],
  ['Apache', 'gathers bodies', [inApache('SetInputFilter BUFFER')], /gathers what is sent/, /no SetInputFilter BUFFER/],
  [
    'Apache',
    'waits too short for answers',
    [['ProxyTimeout 180', 'ProxyTimeout 3']],
    /Answers that rest for 6 s/,
    /ProxyTimeout 180/,
  ],
  [
    'Apache',
    'waits too short for senders',
    [['RequestReadTimeout body=0', 'RequestReadTimeout body=3']],
    /A sender that rests for 6 s/,
    /RequestReadTimeout body=0/,
  ],
  [
    'Apache',
    'lets callers say who they are',
    [['ProxyAddHeaders On', 'ProxyAddHeaders Off']],
    /Callers say who they are/,
    /ProxyAddHeaders On/,
  ],
  [
    'Apache',
    'does not say who calls',
    [['ProxyAddHeaders On', 'ProxyAddHeaders Off\n    RequestHeader unset X-Forwarded-For']],
    /does not say who calls/,
    /ProxyAddHeaders On/,
  ],
  [
    'Apache',
    'calls the service by another name',
    [inApache('RequestHeader set Host backend early')],
    /calls the service backend/,
    /ProxyPreserveHost On/,
  ],
  ['Apache', 'takes ranges away', [inApache('RequestHeader unset Range')], /Ranges do not/, /no RequestHeader unset Range/],
  ['Apache', 'compresses', [['SetEnv no-gzip 1', 'SetOutputFilter DEFLATE']], /compresses files/, /no SetOutputFilter DEFLATE/],
  ['Apache', 'cuts headers', [inApache('LimitRequestFieldSize 2048')], /A header of 7 KiB/, /LimitRequestFieldSize 8190/],
]

test.concurrent.each(cases)('O8 %s that %s is found out, in its own words', async (name, _, changes, says, change) => {
  const found = (await foundBehind(name, changes)).filter(({ about }) => about !== 'TLS')
  const told = JSON.stringify(found)
  const right = found.find((each) => says.test(each.says))
  expect(right, told).toBeDefined()
  if (/reach the service/.test(right!.says)) return
  expect(right!.change, told).toHaveLength(1)
  expect(right!.change![0]).toMatch(new RegExp(`^${name}: `))
  expect(right!.change![0]).toMatch(change)
  expect(
    found.filter((each) => each.state === 'bad' && each !== right),
    told,
  ).toEqual([])
})

test('O8 an address that is encrypted leads to what is not, and one that is not to what is', async () => {
  const plain = await foundBehind('nginx', [], ({ httpOrigin }) => httpOrigin.replace('http:', 'https:'))
  expect(plain).toMatchObject([{ about: 'TLS', says: expect.stringMatching(/does not speak TLS/) }])
  const led = await foundBehind('nginx', [], ({ httpOrigin }) => httpOrigin)
  expect(led).toMatchObject([
    { about: 'way', says: expect.stringMatching(/leads on to https:/), change: [expect.stringMatching(/^PUBLIC_URL=https:/)] },
  ])
})
