/** Forgotten passwords, as the tests of accounts ask for links and use them. */
import { sql } from 'drizzle-orm'
import { Browser, type Reply } from '../../../test/support/sender.ts'
import { type TestServer, waitFor } from '../../../test/support/test-server.ts'
import { address, password } from './test-sign-up.ts'

export const newPassword = 'two sampans at dawn'

export async function signedIn(server: TestServer): Promise<{ browser: Browser; email: string; userId: string }> {
  const [browser, email] = [new Browser(server), address()]
  const { _id } = await browser.signUp(email, password)
  return { browser, email, userId: _id }
}

export const askLink = (browser: Browser, email: string, headers: Record<string, string> = {}): Promise<Reply> =>
  browser.call('POST', '/resetPasswordLink', { email }, headers)
export const check = (server: TestServer, token: string): Promise<Reply> =>
  new Browser(server).call('POST', '/passTokenCheck', { token })
export const reset = (browser: Browser, token: string, password = newPassword): Promise<Reply> =>
  browser.call('POST', '/resetPassword', { token, password })
export const tryLogIn = (server: TestServer, email: string, typed: string): Promise<Reply> =>
  new Browser(server).call('POST', '/combinedAuth', { email, password: typed })

export const linkOf = (mail: { text?: string | undefined }): URL =>
  new URL(/https?:\S+\/updatepassword\?\S+/.exec(mail.text ?? '')![0])
export const tokenOf = (mail: { text?: string | undefined }): string => linkOf(mail).searchParams.get('t')!

/** Asks for a link and reads it from the newest mail. */
export async function newToken(server: TestServer, email: string, browser = new Browser(server)): Promise<string> {
  await jobsDone(server)
  const before = (await server.mailsTo(email)).length
  const { status, json } = await askLink(browser, email)
  if (status !== 200) throw new Error(JSON.stringify(json))
  return tokenOf(await server.mailTo(email, before + 1))
}

/** No job is left to be done; what is due in a moment is done now. */
export const jobsDone = ({ services: { db } }: TestServer): Promise<unknown> =>
  waitFor(async () => {
    const { rows } = await db.execute<{ id: string }>(
      sql`select id from graphile_worker.jobs where attempts < max_attempts and run_at < now() + interval '2 seconds'`,
    )
    const ids = sql.param(rows.map(({ id }) => id))
    await db.execute(sql`select graphile_worker.reschedule_jobs(${ids}::bigint[], run_at := now())`)
    return rows.length === 0
  })

export async function openSessionsOf({ services }: TestServer, userId: string): Promise<number> {
  const { rows } = await services.db.execute(sql`select 1 from sessions where user_id = ${userId} and ended_at is null`)
  return rows.length
}
