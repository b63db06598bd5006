/** What other programs make of domains: each of them has to be installed (Debian: caddy, python3-dkim, python3-dnspython). */
import { execFile, spawn } from 'node:child_process'
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { request } from 'node:https'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { freePort } from '../../../../../scripts/processes/processes.mjs'
import { Account } from '../../../test/support/account.ts'
import { uploaded } from '../../../test/support/account-sends.ts'
import { startDnsServer } from '../../../test/support/dns-server.ts'
import { startTestServer, type TestServer, waitFor } from '../../../test/support/test-server.ts'

const base = 'send.sampan-test.com'
const zone: Parameters<typeof startDnsServer>[0] = {}
let dns: Awaited<ReturnType<typeof startDnsServer>>
let server: TestServer
beforeAll(async () => {
  dns = await startDnsServer(zone)
  server = await startTestServer({
    PUBLIC_URL: `http://${base}`,
    BILLING: 'off',
    BILLING_PLAN: 'business',
    MAIL_FROM: 'files@sampan-test.com',
    DNS_SERVERS: dns.address,
    TRUST_PROXY: '127.0.0.1',
  })
})
afterAll(async () => {
  await server?.close()
  await dns?.close()
})

/** Says whether the signature holds by the key that the name server has. */
const verifier = `
import sys, dkim, dns.resolver
resolver = dns.resolver.Resolver(configure=False)
resolver.nameservers = ['127.0.0.1']
resolver.port = int(sys.argv[1])
def txt(name, timeout=5):
    name = name.decode() if isinstance(name, bytes) else name
    return b''.join(resolver.resolve(name.rstrip('.') + '.', 'TXT')[0].strings)
mail = dkim.DKIM(sys.stdin.buffer.read())
try:
    right = mail.verify(dnsfunc=txt)
except dkim.ValidationError:
    right = False
print(right, mail.domain.decode(), mail.selector.decode())
`
/** Debian's own Python: its packages are there, whatever else is first on the path. Meanwhile the name server answers. */
function verify(raw: string): Promise<string> {
  const asked = promisify(execFile)('/usr/bin/python3', ['-c', verifier, dns.address.replace(/^.*:/, '')])
  asked.child.stdin!.end(raw)
  return asked.then(({ stdout }) => stdout.trim())
}

test('B3 R39 dkimpy finds the signature of a sent mail right by the record that the page shows, and that of a changed one wrong', async () => {
  const account = await Account.create(server)
  const { domain } = (await account.call('PUT', '/api/sender-domain', { host: 'acme-test.com', localPart: 'files' })).json
  const [{ name, value }] = domain.records
  zone[name] = { TXT: [value] }
  expect((await account.call('POST', '/api/sender-domain/check')).json.domain.state).toBe('verified')
  const to = 'reader@example.com'
  await account.publish((await uploaded(account)).slug, {
    emailTo: [{ email: to }],
    message: '你好，船到了。\n. \n  and  blanks',
  })
  await server.mailTo(to)
  const outbox = join(server.services.config.dataDir, 'outbox')
  const raw = readdirSync(outbox)
    .map((file) => readFileSync(join(outbox, file), 'utf8'))
    .find((text) => text.includes(`To: ${to}`))!
  expect(await verify(raw)).toBe(`True acme-test.com ${name.replace(/\..*$/, '')}`)
  expect(await verify(raw.replace(/^Subject: /m, 'Subject: Not '))).toMatch(/^False /)
  expect(await verify(raw.replace(/\r\n\r\n/, '\r\n\r\nNot '))).toMatch(/^False /)
})

/** Our Caddyfile, at ports of its own, with certificates of an authority of its own. */
async function startCaddy(dir: string): Promise<{ port: number; ca: Buffer }> {
  const [port, httpPort] = [await freePort(), await freePort()]
  const file = readFileSync(new URL('../../../../../deploy/Caddyfile', import.meta.url), 'utf8')
    .replaceAll('127.0.0.1:3000', new URL(server.url).host)
    .replaceAll('files.example.com', base)
    .replace(
      /^\{\n/m,
      `{\n\tadmin off\n\tlocal_certs\n\tskip_install_trust\n\thttps_port ${port}\n\thttp_port ${httpPort}\n\tdefault_bind 127.0.0.1\n`,
    )
  writeFileSync(join(dir, 'Caddyfile'), file)
  const env = { PATH: process.env.PATH, HOME: dir, XDG_DATA_HOME: dir, XDG_CONFIG_HOME: dir }
  const caddy = spawn('caddy', ['run', '--config', join(dir, 'Caddyfile'), '--adapter', 'caddyfile'], { env })
  const ended = new Promise<void>((resolve) => caddy.once('close', () => resolve()))
  onTestFinished(async () => {
    caddy.kill()
    await ended
    rmSync(dir, { recursive: true })
  })
  let said = ''
  for (const stream of [caddy.stdout, caddy.stderr]) stream.on('data', (piece) => (said += piece))
  await waitFor(async () => {
    if (caddy.exitCode !== null) throw new Error(said)
    return said.includes('serving initial configuration')
  })
  const root = join(dir, 'caddy/pki/authorities/local/root.crt')
  await waitFor(async () => existsSync(root))
  return { port, ca: readFileSync(root) }
}

test('B2 Caddy, set up as in deploy, gets a certificate for a host that is proven, and for no other', async () => {
  const account = await Account.create(server)
  const [proven, wanted] = ['files.certified-test.com', 'files.wanted-test.com']
  zone[base] = { A: ['203.0.113.7'] }
  const { domains } = (await account.call('POST', '/api/domains', { host: proven })).json
  zone[`_sampan.${proven}`] = { TXT: [domains[0].records.find(({ kind }: { kind: string }) => kind === 'TXT').value] }
  zone[proven] = { CNAME: [base] }
  await account.call('POST', `/api/domains/${proven}/check`)
  await (await Account.create(server)).call('POST', '/api/domains', { host: wanted })
  const { slug } = (await account.publish((await uploaded(account)).slug, { sendAs: 'link', emailTo: [] })).json

  const dir = mkdtempSync(join(tmpdir(), 'sampan-caddy-'))
  const { port, ca } = await startCaddy(dir)
  /** The status of a page, whose certificate is looked at. */
  const ask = (servername: string, path: string) =>
    new Promise<number>((resolve, reject) => {
      const headers = { host: servername, accept: 'text/html' }
      const asked = request({ host: '127.0.0.1', port, servername, ca, path, headers, agent: false }, (reply) => {
        reply.resume()
        resolve(reply.statusCode!)
      })
      asked.on('error', reject).end()
    })
  // That of the installation is not asked for: it is made while Caddy starts.
  await waitFor(() =>
    ask(base, '/login').then(
      (status) => status === 200,
      () => false,
    ),
  )
  expect(await ask(proven, `/w/${slug}`)).toBe(200)
  expect(await ask(proven, '/login')).toBe(404)
  for (const host of [wanted, 'files.nobody-test.com', 'sampan-test.com'])
    await expect(ask(host, '/'), host).rejects.toThrow(/alert/)
  expect(readdirSync(join(dir, 'caddy/certificates/local')).sort()).toEqual([base, proven].sort())
})
