/** An expired transfer, and how more time is asked for and given, as tests write it. */
import { eq } from 'drizzle-orm'
import type { Reply } from '../../../test/support/sender.ts'
import { type TestServer, waitFor } from '../../../test/support/test-server.ts'
import { timeRequests, transfers } from '../../db/tables.ts'
import { extensionToken } from './extension-token.ts'

export const rowOf = async ({ services }: TestServer, slug: string) =>
  (await services.db.select().from(transfers).where(eq(transfers.slug, slug)))[0]!

/** It ended so long ago. */
export const expireAgo = ({ services }: TestServer, slug: string, seconds: number) =>
  services.db
    .update(transfers)
    .set({ expiresAt: new Date(services.clock().getTime() - seconds * 1000) })
    .where(eq(transfers.slug, slug))

export async function post(server: TestServer, path: string, body: object): Promise<Reply> {
  const headers = { 'content-type': 'application/json' }
  const reply = await fetch(server.url + path, { method: 'POST', headers, body: JSON.stringify(body) })
  return { status: reply.status, json: await reply.json(), headers: reply.headers }
}

export const askTime = (server: TestServer, { slug, user }: { slug: string; user?: string }, body: object = {}) =>
  post(server, `/api/transfers/${slug}/timeRequests${user ? `?user=${user}` : ''}`, body)

/** The tokens of all requests for a transfer, oldest first. */
export async function tokensOf(server: TestServer, slug: string): Promise<string[]> {
  const { id } = await rowOf(server, slug)
  const rows = await server.services.db
    .select()
    .from(timeRequests)
    .where(eq(timeRequests.transferId, id))
    .orderBy(timeRequests.askedAt)
  return rows.map((row) => extensionToken(server.services.secrets.link, row.id))
}

export const press = (server: TestServer, token: string) => post(server, '/checkExtension', { token })

/** The mail of this subject to an address, once it is there; others are sent too. */
export const mailOf = (server: TestServer, address: string, subject: string) =>
  waitFor(async () => (await server.mailsTo(address)).find((mail) => mail.subject === subject))
