/** A signed-in sender without the way through sign-up: the rows of an account with a living session. */
import { randomUUID } from 'node:crypto'
import { eq } from 'drizzle-orm'
import { owners, sessions, users } from '../db/tables.ts'
import { issueAccessToken } from '../http/access-token.ts'
import { Browser, linkIn, type Reply, type TestFile } from './sender.ts'
import type { TestServer } from './test-server.ts'

let count = 0

export class Account extends Browser {
  userId = randomUUID()
  ownerId = randomUUID()
  email = `account${++count}@example.com`

  static async create(server: TestServer, role = 'free'): Promise<Account> {
    const account = new Account(server)
    await account.#insertRows(role)
    return account
  }

  async #insertRows(role: string): Promise<void> {
    const { db, secrets, clock } = this.server.services
    const [{ userId, ownerId, email }, now] = [this, clock()]
    await db.insert(owners).values({ id: ownerId, kind: 'user', key: userId, role })
    await db.insert(users).values({ id: userId, email, passwordHash: '', language: 'en', ownerId, createdAt: now })
    const expiresAt = new Date(now.getTime() + 30 * 86_400_000)
    const session = { userId, browserHash: '', rotatedAt: now, createdAt: now, expiresAt, userAgent: '', ip: '' }
    const [row] = await db.insert(sessions).values(session).returning()
    this.headers.authorization = `Bearer ${await issueAccessToken(secrets.access, { sessionId: row!.id, userId }, now)}`
  }

  async suspend(): Promise<void> {
    await this.server.services.db.update(owners).set({ status: 'revoke' }).where(eq(owners.id, this.ownerId))
  }

  /** An upload of its own; its parts are not sent yet. */
  async begin(files: readonly TestFile[]) {
    const { json } = await this.call('POST', '/stsAuth', { id: this.userId, type: 'userUpload' })
    this.ticket = json.SecurityToken
    const created = await this.create(files)
    if (created.status !== 201) throw new Error(JSON.stringify(created.json))
    return created.json
  }

  override async send(files: readonly TestFile[], more: Record<string, unknown> = {}): Promise<Reply> {
    const plan = await this.begin(files)
    await this.putAll(plan, files)
    const sent = await this.publish(plan.slug, { senderEmail: undefined, ...more })
    if (sent.status !== 200) throw new Error(JSON.stringify(sent.json))
    return sent
  }

  /** The record of one transfer as the dashboard shows it. */
  async record(slug: string): Promise<any> {
    return (await this.call('GET', `/getQs?slug=${slug}`)).json.allDocs[0]
  }
}

/** The personal link's token of the n-th mail to an address. */
export const tokenTo = async (server: TestServer, to: string, nth = 1): Promise<string> =>
  linkIn(await server.mailTo(to, nth)).split('/')[3]!
