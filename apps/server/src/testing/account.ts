/** An account with a session and a ticket, made of its rows: for tests of what comes after signing up. */
import { randomUUID } from 'node:crypto'
import { eq } from 'drizzle-orm'
import { monthCounts, owners, sessions, users } from '../db/tables.ts'
import { issueAccessToken } from '../http/access-token.ts'
import { Browser, type Reply } from './sender.ts'
import type { TestServer } from './test-server.ts'

type OwnerRow = typeof owners.$inferSelect

export class Account {
  private constructor(
    readonly browser: Browser,
    readonly userId: string,
    readonly ownerId: string,
    readonly email: string,
  ) {}

  static async create(server: TestServer, owner: Partial<OwnerRow> = {}, browser = new Browser(server)): Promise<Account> {
    const { db, secrets, clock } = server.services
    const [userId, ownerId, now] = [randomUUID(), randomUUID(), clock()]
    const email = `${userId.slice(0, 8)}@example.com`
    await db.insert(owners).values({ id: ownerId, kind: 'user', key: userId, role: 'free', ...owner })
    await db.insert(users).values({ id: userId, email, passwordHash: '', language: 'en', ownerId, createdAt: now })
    const expiresAt = new Date(now.getTime() + 30 * 86_400_000)
    const session = { userId, browserHash: '', rotatedAt: now, createdAt: now, expiresAt, userAgent: '', ip: '' }
    const [row] = await db.insert(sessions).values(session).returning()
    browser.accessToken = await issueAccessToken(secrets.access, { sessionId: row!.id, userId }, now)
    const account = new Account(browser, userId, ownerId, email)
    browser.ticket = (await account.call('POST', '/stsAuth', { id: userId, type: 'userUpload' })).json.SecurityToken
    return account
  }

  get accessToken(): string {
    return this.browser.accessToken
  }

  call(method: string, path: string, body?: unknown, headers: Record<string, string> = {}): Promise<Reply> {
    return this.browser.withAccess(method, path, body, headers)
  }

  /** Begins an upload of files that are only told. */
  declare(files: readonly { path: string; size: number }[], headers: Record<string, string> = {}): Promise<Reply> {
    return this.browser.withTicket('POST', '/api/uploads', { files }, headers)
  }

  publish(slug: string, more: Record<string, unknown> = {}): Promise<Reply> {
    return this.call('POST', '/quicksend2', { slug, emailTo: [{ email: 'li@example.cn' }], ...more })
  }

  async owner(): Promise<OwnerRow> {
    return (await this.browser.server.services.db.select().from(owners).where(eq(owners.id, this.ownerId)))[0]!
  }

  async setOwner(set: Partial<OwnerRow>): Promise<void> {
    await this.browser.server.services.db.update(owners).set(set).where(eq(owners.id, this.ownerId))
  }

  async sentThisMonth(): Promise<number> {
    const { db } = this.browser.server.services
    return (await db.select().from(monthCounts).where(eq(monthCounts.ownerId, this.ownerId)))[0]?.transfers ?? 0
  }
}
