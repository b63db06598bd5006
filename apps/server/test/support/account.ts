/** An account with a session and a ticket, made of its rows: for tests of what comes after signing up. */
import { randomUUID } from 'node:crypto'
import { eq, sql } from 'drizzle-orm'
import { owners, sessions, users } from '../../src/db/tables.ts'
import { issueAccessToken } from '../../src/http/access-token.ts'
import { Browser, type Reply } from './sender.ts'
import type { TestServer } from './test-server.ts'

type OwnerRow = typeof owners.$inferSelect

export class Account {
  private constructor(
    readonly browser: Browser,
    readonly userId: string,
    readonly ownerId: string,
    readonly email: string,
    readonly accessToken: string,
  ) {}

  /** In a browser of its own unless one is given, whose ticket it takes over. */
  static async create(server: TestServer, owner: Partial<OwnerRow> = {}, browser = new Browser(server)): Promise<Account> {
    const { db, secrets, clock } = server.services
    const [userId, ownerId, now] = [randomUUID(), randomUUID(), clock()]
    const email = `${userId}@example.com`
    await db.insert(owners).values({ id: ownerId, kind: 'user', key: userId, role: 'free', ...owner })
    await db.insert(users).values({ id: userId, email, passwordHash: '', language: 'en', ownerId, createdAt: now })
    const expiresAt = new Date(now.getTime() + 30 * 86_400_000)
    // Nobody could prove it anew: it has no password.
    const times = { rotatedAt: now, createdAt: now, provenAt: expiresAt, expiresAt }
    const session = { userId, browserHash: '', ...times, userAgent: '', ip: '' }
    const [row] = await db.insert(sessions).values(session).returning()
    const accessToken = await issueAccessToken(secrets.access, { sessionId: row!.id, userId }, now)
    const account = new Account(browser, userId, ownerId, email, accessToken)
    browser.ticket = (await account.call('POST', '/stsAuth', { id: userId, type: 'userUpload' })).json.SecurityToken
    return account
  }

  call(method: string, path: string, body?: unknown, headers: Record<string, string> = {}): Promise<Reply> {
    return this.browser.call(method, path, body, { authorization: `Bearer ${this.accessToken}`, ...headers })
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

  /** How many transfers its months count. */
  async countedTransfers(): Promise<number> {
    const { rows } = await this.browser.server.services.db.execute<{ sent: number }>(
      sql`select coalesce(sum(transfers), 0)::int as sent from month_counts where owner_id = ${this.ownerId}`,
    )
    return rows[0]!.sent
  }
}
