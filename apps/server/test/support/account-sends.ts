/** A small file on its way from an account, and what a refusal of it must leave as it was. */
import { randomBytes } from 'node:crypto'
import type { UploadPlan } from '@sampan/contract/routes/uploads'
import { sql } from 'drizzle-orm'
import { Account } from './account.ts'
import { begin } from './dashboard.ts'
import type { TestServer } from './test-server.ts'

export const sentBytes = randomBytes(2000)
export const sentFiles = [{ path: 'a.bin', bytes: sentBytes }]

/** A whole upload, ready to be sent. */
export async function uploaded(account: Account): Promise<UploadPlan> {
  const plan = await begin(account, sentFiles)
  await account.browser.putAll(plan, sentFiles)
  return plan
}

/** A transfer of a new account, with the record that /quicksend2 answered. */
export async function sent(server: TestServer, more: Record<string, unknown>) {
  const account = await Account.create(server)
  const { slug } = await uploaded(account)
  const { status, json: record } = await account.publish(slug, more)
  if (status !== 200) throw new Error(JSON.stringify(record))
  return { account, slug, record }
}

export async function viewOf(server: TestServer, slug: string, query = ''): Promise<{ status: number; json: any }> {
  const reply = await fetch(`${server.url}/api/transfers/${slug}${query}`)
  return { status: reply.status, json: await reply.json() }
}

export async function sendingState({ services }: TestServer) {
  const { rows } = await services.db.execute(
    sql`select (select count(*) from transfers) as transfers, (select count(*) from recipients) as recipients, (select coalesce(sum(transfers), 0) from month_counts) as sent, (select sum(reserved_bytes) from owners) as reserved, (select count(published_at) from uploads) as published`,
  )
  return rows[0]
}
