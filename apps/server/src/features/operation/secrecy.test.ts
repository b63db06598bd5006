/** R46: one run through everything that has secrets, at the most talkative level; then logs, errors and metrics are searched for them. */
import { connect } from 'node:net'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { Browser, linkIn } from '../../testing/sender.ts'
import { startTestServer, type TestServer, waitFor } from '../../testing/test-server.ts'

const metricsKey = 'metrics-key-0123456789'
const password = 'correct horse battery'
const linkPassword = 'only the sailors know'
const wrongPassword = 'wrong horse guess'
const message = 'Meet me at the third pier\nat dawn, says Mei'
const file = { path: 'Payroll secret 2026.pdf', bytes: Buffer.from('x'.repeat(5000)) }
const [sender, to, stranger] = ['mei.sender@example.com', 'li.reader@example.cn', 'nobody.else@example.org']
const broken = 'a broken secret'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer({ LOG_LEVEL: 'trace', METRICS_KEY: metricsKey })
})
afterAll(() => server?.close())

type Run = { secrets: Set<string>; replies: string[] }

/** Every token that passes by is a secret, whoever got it. */
class Watched extends Browser {
  run: Run = { secrets: new Set(), replies: [] }

  override async call(...asked: Parameters<Browser['call']>) {
    const reply = await super.call(...asked)
    for (const value of this.jar.values()) this.run.secrets.add(value)
    if (reply.json?.error) this.run.replies.push(JSON.stringify(reply.json))
    for (const name of ['accessToken', 'refreshToken', 'SecurityToken', 'dl'])
      if (reply.json?.[name]) this.run.secrets.add(reply.json[name])
    return reply
  }
}

const watched = (run: Run): Watched => Object.assign(new Watched(server), { run })

async function publish(run: Run): Promise<{ slug: string; token: string; browser: Watched }> {
  const browser = watched(run)
  const code = (await browser.askCode('/newsignupverify', sender))!
  run.secrets.add(code)
  expect((await browser.call('POST', '/newsignupverify', { email: sender, verifyComplete: code })).status).toBe(200)
  const { accessToken, user } = (await browser.call('POST', '/signup2', { email: sender, password, fullName: 'Mei Harbour' }))
    .json
  browser.accessToken = accessToken
  await browser.call('POST', '/combinedAuth', { email: sender, password: wrongPassword })
  await browser.logIn(sender, password)
  browser.ticket = (await browser.withAccess('POST', '/stsAuth', { id: user._id, type: 'userUpload' })).json.SecurityToken
  const { json: plan } = await browser.create([file])
  await browser.putAll(plan, [file])
  const sent = { slug: plan.slug, senderEmail: sender, emailTo: [{ email: to }], message, password: linkPassword }
  expect((await browser.withAccess('POST', '/quicksend2', sent)).status).toBe(200)
  const [, , slug, token] = linkIn(await server.mailTo(to)).split('/') as [string, string, string, string]
  return { slug, token, browser }
}

async function download(run: Run, slug: string, token: string): Promise<void> {
  const reader = watched(run)
  await reader.call('GET', `/d/${slug}/${token}`)
  await reader.call('POST', `/api/transfers/${slug}/unlock?user=${token}`, { password: wrongPassword })
  const { json: view } = await reader.call('POST', `/api/transfers/${slug}/unlock?user=${token}`, { password: linkPassword })
  const query = `user=${token}&dl=${encodeURIComponent(view.dl)}`
  expect((await reader.call('GET', `/api/transfers/${slug}/files/${view.files[0].fileId}?${query}`)).status).toBe(200)
  expect((await reader.call('GET', `/api/transfers/${slug}/zip?${query}`)).status).toBe(200)
}

/** What goes wrong on the way in: half a JSON, an address that is none, no HTTP at all. */
async function stumble(run: Run, slug: string, token: string): Promise<void> {
  const type = { 'content-type': 'application/json' }
  const bodies = [`{"email":"${stranger}","password":"${broken}`, `"${broken}"`, `{"__proto__":{"${broken}":1}}`]
  for (const body of bodies) {
    const reply = await fetch(`${server.url}/combinedAuth`, { method: 'POST', headers: type, body })
    run.replies.push(await reply.text())
  }
  const browser = watched(run)
  await browser.call('POST', '/combinedAuth', { email: stranger, password: broken })
  await browser.call('POST', '/verifyEmail', { email: 'nobody.else@', verifyId: broken })
  await browser.call('GET', `/d/${slug}/${token}%`)
  await browser.call('GET', `/api/transfers/${slug}/files/${token}?user=${token}`)
  await browser.call('GET', `/nowhere/${slug}/${token}`)
  await browser.call('POST', '/folderSize', {}, { authorization: `Bearer ${broken}` })
  await sayNonsense(`GET /d/${slug}/${token} HTTP/9.9\r\nCookie: refresh=${token}\r\n\r\n`)
}

const sayNonsense = (text: string) =>
  new Promise<void>((resolve) => {
    const socket = connect(Number(new URL(server.url).port), '127.0.0.1', () => socket.end(text))
    socket.on('data', () => {}).on('close', () => resolve())
  })

/** Mails that fail, with what a mail server and the database say of them. */
async function failJobs(): Promise<void> {
  const { mailer, db } = server.services
  const send = mailer.send
  mailer.send = async () => Promise.reject(new Error(`450 4.2.0 <${stranger}> greylisted, ${stranger} try later`))
  await new Browser(server).call('POST', '/verifyEmail', { email: stranger })
  await waitFor(async () => server.logs.some((line) => line.includes('job failed')))
  mailer.send = send
  const failed = db.execute(sql`select 1 from nowhere where ${message} = ${`${broken}\n    at ${stranger}`}`)
  await failed.catch((error) => server.services.log.error({ err: error }, 'tried'))
}

test('R46 no secret, no address and no name is in any log line, error reply or metric', async () => {
  const run: Run = { secrets: new Set(), replies: [] }
  const { slug, token, browser } = await publish(run)
  await download(run, slug, token)
  await browser.refresh()
  await stumble(run, slug, token)
  await failJobs()
  await browser.call('GET', '/logout', undefined, { 'x-sampan': 'web' })
  expect((await browser.refresh()).status).toBe(401)
  const metrics = await (await fetch(`${server.url}/metrics`, { headers: { authorization: `Bearer ${metricsKey}` } })).text()
  await waitFor(async () => server.logs.some((line) => line.includes('/logout')))

  const known = [
    password,
    linkPassword,
    wrongPassword,
    broken,
    'third pier',
    'Payroll',
    'Harbour',
    sender,
    to,
    stranger,
    metricsKey,
  ]
  const secrets = [...run.secrets, ...known, slug, token, token.slice(0, 12)].filter((secret) => secret.length >= 5)
  expect(secrets.length).toBeGreaterThan(18)
  const told = [...server.logs, ...metrics.split('\n'), ...run.replies]
  for (const secret of secrets) expect(told.filter((line) => line.includes(secret))).toEqual([])
  expect(run.replies.length).toBeGreaterThan(8)
  expect(metrics).toContain('route="/api/transfers/:slug/unlock"')
})
