/** What an account sends, as a test of its dashboard begins with. */
import type { UploadPlan } from '@sampan/contract/routes/uploads'
import { sql } from 'drizzle-orm'
import { Account } from './account.ts'
import { linkIn, type TestFile } from './sender.ts'
import { type TestServer, waitFor } from './test-server.ts'

/** An upload of the account's own; its parts are not sent yet. */
export async function begin(account: Account, files: readonly TestFile[]): Promise<UploadPlan> {
  const { status, json } = await account.browser.create(files)
  if (status !== 201) throw new Error(JSON.stringify(json))
  return json
}

/** From the drop to the published transfer; its slug. */
export async function send(account: Account, files: readonly TestFile[], more: Record<string, unknown> = {}): Promise<string> {
  const plan = await begin(account, files)
  await account.browser.putAll(plan, files)
  const { status, json } = await account.publish(plan.slug, more)
  if (status !== 200) throw new Error(JSON.stringify(json))
  return plan.slug
}

/** Waits until so many downloads of a transfer are counted, and lets the mails about it go, which else gather for seconds. */
export async function notifyDownloads(server: TestServer, slug: string, count = 1): Promise<void> {
  await waitFor(async () => {
    const { rows } = await server.services.db.execute<{ is: boolean }>(
      sql`select download_count >= ${count} as is from transfers where slug = ${slug}`,
    )
    return rows[0]?.is
  })
  await server.runJobs('downloads:notice')
}

/** One transfer as its sender's list shows it. */
export const recordOf = async (account: Account, slug: string): Promise<any> =>
  (await account.call('GET', `/getQs?slug=${slug}`)).json.allDocs[0]

export type ReaderOf = { sender: Account; slug: string; to: string; user: string; fileId: string; dl: string }
let count = 0

/** A transfer of an account (a new one unless told) to one recipient, who has opened its page. */
export async function sentBy(
  server: TestServer,
  files: readonly TestFile[],
  options: { sender?: Account; more?: Record<string, unknown> } = {},
): Promise<ReaderOf> {
  const sender = options.sender ?? (await Account.create(server))
  const to = `reader-of-account${++count}@example.com`
  const slug = await send(sender, files, { emailTo: [{ email: to }], ...options.more })
  const user = linkIn(await server.mailTo(to)).split('/')[3]!
  const view = await (await fetch(`${server.url}/api/transfers/${slug}?user=${user}`)).json()
  return { sender, slug, to, user, fileId: view.files[0]?.fileId, dl: view.dl }
}

/** What is in a bin stays there for ten seconds from its deletion, as if nobody had one. */
export const shortenBins = (server: TestServer): Promise<unknown> =>
  server.services.db.execute(
    sql`update transfers set restorable_until = deleted_at + interval '10 seconds' where deleted_from is not null`,
  )
