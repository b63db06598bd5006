/** An account to log in with, made through the calls that the pages use, and something to look at in it. */
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { StepError } from '../steps.mjs'

const account = { email: 'dev@example.com', password: 'a sampan at dusk' }
const lookMs = 100

/** The code in the subject of a mail that is kept in the data folder. */
async function codeMailed(outbox) {
  for (;;) {
    const mails = existsSync(outbox) ? readdirSync(outbox).filter((name) => name.endsWith('.eml')) : []
    for (const mail of mails) {
      const text = readFileSync(path.join(outbox, mail), 'utf8')
      const code = text.includes(account.email) && /^Subject:.*\b([0-9A-HJKMNP-TV-Z]{5})\b/m.exec(text)?.[1]
      if (code) return code
    }
    await sleep(lookMs)
  }
}

export async function makeAccount(server, url) {
  const cookies = new Map()
  async function call(route, body, headers = {}) {
    const cookie = [...cookies].map((pair) => pair.join('=')).join('; ')
    const reply = await fetch(url + route, {
      method: 'POST',
      headers: { 'content-type': 'application/json', cookie, ...headers },
      body: JSON.stringify(body),
    })
    for (const line of reply.headers.getSetCookie()) {
      const [, name, value] = /^([^=]+)=([^;]*)/.exec(line)
      cookies.set(name, value)
    }
    return { status: reply.status, body: await reply.json() }
  }

  const { email, password } = account
  // With a mail server of its own the code goes there: whoever set it signs up on the page.
  const isThere = (await call('/combinedAuth', { email, password })).status === 200
  if (isThere || process.env.SMTP_URL) return account
  await call('/newsignupverify', { email })
  const code = await codeMailed(path.resolve(process.env.DATA_DIR, 'outbox'))
  await call('/newsignupverify', { email, verifyComplete: code })
  const made = await call('/signup2', { email, password, fullName: 'Dev' })
  if (made.status !== 200) throw new StepError(`The account could not be made: ${JSON.stringify(made.body)}`)
  await call('/updateProfile', { finished_onboarding: true }, { authorization: `Bearer ${made.body.accessToken}` })
  await server.command(['seed', email, '--transfers', '30', '--downloads', '300', '--days', '60'])
  return account
}
