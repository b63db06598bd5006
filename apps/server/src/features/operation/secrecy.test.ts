/** R46: one run through everything that has secrets, at the most talkative level; then logs, errors, metrics and all that is kept are searched. */
import { connect } from 'node:net'
import { deviceCodeLength } from '@sampan/contract/limits'
import { eq, sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { allKept, holdsWord } from '../../../test/support/all-kept.ts'
import { Browser, linkIn } from '../../../test/support/sender.ts'
import { startTestServer, type TestServer, waitFor } from '../../../test/support/test-server.ts'
import { reportMail } from '../../adapters/bounces/test-reports.ts'
import { recipients, transfers } from '../../db/tables.ts'
import { receiveBounce } from '../bounces/index.ts'
import { openStream } from '../live/test-stream.ts'
import { bounceAddressOf } from '../transfers/bounce-address.ts'

const metricsKey = 'metrics-key-0123456789'
const password = 'correct horse battery'
const newPassword = 'fresh horse battery'
const linkPassword = 'only the sailors know'
const wrongPassword = 'wrong horse guess'
const message = 'Meet me at the third pier\nat dawn, says Mei'
const file = { path: 'Payroll secret 2026.pdf', bytes: Buffer.from('x'.repeat(5000)) }
const [sender, to, stranger] = ['mei.sender@example.com', 'li.reader@example.cn', 'nobody.else@example.org']
const broken = 'a broken secret'
const [reporter, reportText, note] = ['reporter.of@example.net', 'it asks for my passport', 'still on the ferry']
const opinion = 'quick as a cormorant'

let server: TestServer
beforeAll(async () => {
  // The scanner is away, so that every file is spoken of in the log.
  const [BOUNCE_ADDRESS, SUPPORT_EMAIL, CLAMD] = ['bounces@files.example.com', 'help@files.example.com', '127.0.0.1:1']
  server = await startTestServer({ LOG_LEVEL: 'trace', METRICS_KEY: metricsKey, BOUNCE_ADDRESS, SUPPORT_EMAIL, CLAMD })
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
    for (const name of ['accessToken', 'refreshToken', 'SecurityToken', 'dl', 'secret', 'deviceCode', 'userCode'])
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

/** A token for programs, and a program that is let in by a code, each rightly and wrongly. */
async function useTokens(run: Run, browser: Watched): Promise<void> {
  const { secret } = (await browser.withAccess('POST', '/api/tokens', { name: 'nightly harbour run' })).json
  for (const token of [secret, `${secret}x`])
    await browser.call('GET', '/api/transfers/Unknown/detail', undefined, { authorization: `Bearer ${token}` })
  const program = watched(run)
  const { json: asked } = await program.call('POST', '/api/devices/begin', { program: 'sampan', hostName: 'harbour-laptop' })
  const code = asked.userCode
  await program.call('POST', '/api/devices/poll', { deviceCode: asked.deviceCode })
  await program.call('POST', '/api/devices/poll', { deviceCode: `${asked.deviceCode}x` })
  expect((await browser.withAccess('GET', `/api/devices/${code}`)).status).toBe(200)
  expect((await browser.withAccess('POST', `/api/devices/${code}`, { isAllowed: true })).status).toBe(200)
  server.moveClock(30)
  const { session } = (await program.call('POST', '/api/devices/poll', { deviceCode: asked.deviceCode })).json
  for (const name of ['accessToken', 'refreshToken']) run.secrets.add(session[name])
  await browser.withAccess('GET', `/api/devices/${code}`)
}

/** What its sender looks at: everything with names in it, and the stream of news. */
async function lookAround(browser: Watched, slug: string): Promise<void> {
  const day = server.services.clock().toISOString().slice(0, 10)
  const paths = ['detail', 'timeline', 'receipt', 'receipt.csv', 'receipt.pdf'].map((name) => `/api/transfers/${slug}/${name}`)
  paths.push('/api/contacts', '/api/contacts/export?format=csv', `/api/contacts?search=${to}`)
  paths.push(`/api/analytics.csv?from=${day}&to=${day}&list=recipients`, `/getQs?search=${encodeURIComponent('third pier')}`)
  for (const path of paths) expect((await browser.withAccess('GET', path)).status, path).toBe(200)
  const said = { message: opinion, rating: 'Fantastic', route: '/dash', requestKey: 'first' }
  expect((await browser.withAccess('POST', '/api/feedback', said)).status).toBe(200)
  await server.runJobs('feedback:mail')
  await server.mailTo('help@files.example.com')
  const stream = await openStream(server.url, browser.accessToken)
  await stream.next('all')
  stream.stop()
}

/** Of the one mail to the sender that has such a link, whichever others come meanwhile. */
const tokenMailed = (link: RegExp): Promise<string> =>
  waitFor(async () => {
    const mails = await server.mailsTo(sender)
    return mails.flatMap(({ text }) => link.exec(text ?? '')?.[1] ?? [])[0]
  })

/** A stranger reports it, a mail comes back, it ends, and its reader asks for more time. */
async function afterwards(run: Run, slug: string, token: string): Promise<void> {
  const reader = watched(run)
  const report = { reason: 'phishing', text: reportText, email: reporter }
  expect((await reader.call('POST', `/api/transfers/${slug}/reports?user=${token}`, report)).status).toBe(200)
  const { db, config, secrets } = server.services
  const [person] = await db.select().from(recipients).where(eq(recipients.email, to))
  const returnTo = bounceAddressOf({ config, secrets }, person!)!
  run.secrets.add(returnTo)
  for (const address of [returnTo, returnTo.replace('+', '+x')])
    await receiveBounce(server.services, address, reportMail({ diagnostic: `smtp; 550 5.1.1 <${to}>: User unknown` }))
  await db
    .update(transfers)
    .set({ expiresAt: new Date(server.services.clock().getTime() - 1000) })
    .where(eq(transfers.slug, slug))
  const asked = await reader.call('POST', `/api/transfers/${slug}/timeRequests?user=${token}`, { note })
  expect(asked.status).toBe(200)
  const extension = await tokenMailed(/\/extension\/(\w+)/)
  run.secrets.add(extension)
  for (const path of [`/extension/${extension}`, `/api/extensions/${extension}`, `/api/extensions/${extension}x`])
    await reader.call('GET', path)
  for (const pressed of [extension, `${extension}x`]) await reader.call('POST', '/checkExtension', { token: pressed })
}

/** By the link in the mail, which is looked at, opened as a page, used and tried once more. */
async function resetPassword(run: Run): Promise<void> {
  const browser = watched(run)
  await browser.call('POST', '/resetPasswordLink', { email: sender })
  const token = await tokenMailed(/updatepassword\?t=(\w+)/)
  run.secrets.add(token)
  await browser.call('GET', `/updatepassword?t=${token}`)
  expect((await browser.call('POST', '/passTokenCheck', { token })).status).toBe(202)
  await browser.call('POST', '/resetPassword', { token, password: '12345' })
  expect((await browser.call('POST', '/resetPassword', { token, password: newPassword })).status).toBe(200)
  await browser.call('POST', '/resetPassword', { token, password: newPassword })
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

test('R46 R45 no secret, no address and no name is in any log line, error reply or metric; what opens a door is kept nowhere', async () => {
  const run: Run = { secrets: new Set(), replies: [] }
  const { slug, token, browser } = await publish(run)
  await download(run, slug, token)
  await browser.refresh()
  await useTokens(run, browser)
  await lookAround(browser, slug)
  await afterwards(run, slug, token)
  await stumble(run, slug, token)
  await resetPassword(run)
  await failJobs()
  await browser.call('GET', '/logout', undefined, { 'x-sampan': 'web' })
  expect((await browser.refresh()).status).toBe(401)
  const metrics = await (await fetch(`${server.url}/metrics`, { headers: { authorization: `Bearer ${metricsKey}` } })).text()
  await waitFor(async () => server.logs.some((line) => line.includes('/logout')))

  const known = [
    password,
    newPassword,
    linkPassword,
    wrongPassword,
    broken,
    'third pier',
    'Payroll',
    'Harbour',
    sender,
    to,
    stranger,
    reporter,
    reportText,
    note,
    opinion,
    'nightly',
    'laptop',
    metricsKey,
  ]
  const secrets = [...run.secrets, ...known, slug, token, token.slice(0, 12)].filter((secret) => secret.length >= 5)
  expect(secrets.length).toBeGreaterThan(30)
  const output = [...server.logs, ...metrics.split('\n'), ...run.replies]
  for (const secret of secrets) expect(output.filter((line) => holdsWord(line, secret))).toEqual([])
  expect(run.replies.length).toBeGreaterThan(8)
  expect(metrics).toContain('route="/api/transfers/:slug/unlock"')
  for (const spoken of ['the virus scanner is away', 'a mail came back', '/api/extensions/:token', '/api/live'])
    expect(
      server.logs.some((line) => line.includes(spoken)),
      spoken,
    ).toBe(true)

  // The slug, names and words are what it is for; of all else only a hash is kept, and the bytes are sealed.
  const kept = await allKept(server)
  expect(kept.placesOf(slug)).toContain('public.transfers')
  const doors = [password, newPassword, linkPassword, wrongPassword, broken, metricsKey, token, ...run.secrets]
  // The short code of a program opens nothing before somebody who is signed in allows it.
  for (const door of doors.filter(({ length }) => length >= 5 && length !== deviceCodeLength))
    expect(kept.placesOf(door), door).toEqual([])
  expect(kept.placesOf(file.bytes.toString().slice(0, 100))).toEqual([])
})
