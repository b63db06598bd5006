/**
 * What changes is told to every process by Postgres, once the transaction that changed it is committed; whoever shows it asks anew. Not in
 * that transaction: it would hold a lock of the whole cluster until its commit is on the disk, so that no two could go there together.
 */
import { sql } from 'drizzle-orm'
import type pg from 'pg'
import { afterCommit } from './after-commit.ts'
import type { Connection, Database, Db } from './database.ts'

/** The channel of all processes. */
export const liveChannel = 'sampan_live'
/** `transfer`: its row, mails or downloads changed; `request`: likewise of a file request; `notifications`: the bell; `team`: its people. Ids only: a message of Postgres holds 8,000 bytes. */
export type LiveNews = { ownerId: string; what: 'transfer' | 'request' | 'notifications' | 'team'; slug?: string }

/** What is committed meanwhile is told in one statement, the same thing once. */
const gatherMs = 200
type Gathered = { texts: Set<string>; timer?: NodeJS.Timeout | undefined }
const gatheredOf = new WeakMap<Database, Gathered>()

/** Nothing is told of what is rolled back; of what was committed just before the process died neither. */
export const notifyLive = async (tx: Db, news: LiveNews): Promise<void> =>
  afterCommit(tx, (db) => {
    const gathered = gatheredOf.get(db) ?? { texts: new Set() }
    gatheredOf.set(db, gathered)
    gathered.texts.add(JSON.stringify(news))
    notifyLater(db, gathered)
  })

function notifyLater(db: Database, gathered: Gathered): void {
  gathered.timer ??= setTimeout(async () => {
    // What the database did not take goes with the next.
    await notifyAll(db, gathered.texts).catch(() => {})
    gathered.timer = undefined
    if (gathered.texts.size > 0 && gatheredOf.get(db) === gathered) notifyLater(db, gathered)
  }, gatherMs).unref()
}

async function notifyAll(db: Database, texts: Set<string>): Promise<void> {
  const sent = [...texts]
  texts.clear()
  try {
    if (sent.length > 0)
      await db.execute(sql`select pg_notify(${liveChannel}, text) from unnest(${sql.param(sent)}::text[]) as text`)
  } catch (error) {
    for (const text of sent) texts.add(text)
    throw error
  }
}

/** Before the connections are closed. */
export async function notifyLast(db: Database): Promise<void> {
  const gathered = gatheredOf.get(db)
  gatheredOf.delete(db)
  clearTimeout(gathered?.timer)
  if (gathered) await notifyAll(db, gathered.texts).catch(() => {})
}

export type Listener = {
  hear: (news: LiveNews) => void
  /** Listens from now on; what was told before may have been missed. */
  began: () => void
  /** Hears nothing until it has begun again, which it tries by itself. */
  lost: () => void
}

const firstWaitMs = 200
const maxWaitMs = 5_000

function newsOf(text: string | undefined): LiveNews | null {
  try {
    const news = JSON.parse(text ?? '')
    return typeof news?.ownerId === 'string' && typeof news.what === 'string' ? news : null
  } catch {
    return null
  }
}

/** Resolves when the connection has ended, by whichever side. */
async function listenOnce(client: pg.PoolClient, listener: Listener): Promise<void> {
  const ended = new Promise<void>((resolve) => {
    client.once('end', resolve)
    client.once('error', () => resolve())
  })
  client.on('notification', ({ payload }) => {
    const news = newsOf(payload)
    if (news) listener.hear(news)
  })
  await client.query(`listen ${liveChannel}`)
  listener.began()
  await ended
  listener.lost()
}

/** Holds one connection of the pool, and takes another when that breaks, until it is told to stop. */
export function listenLive(pool: Connection['pool'], listener: Listener): { stop: () => void } {
  let isStopped = false
  let waitMs = firstWaitMs
  let timer: NodeJS.Timeout | undefined
  let release = (): void => {}

  async function begin(): Promise<void> {
    try {
      const client = await pool.connect()
      // Never back into the pool: it listens.
      release = () => {
        release = () => {}
        client.release(true)
      }
      if (isStopped) return release()
      const began = () => {
        waitMs = firstWaitMs
        listener.began()
      }
      await listenOnce(client, { ...listener, began }).finally(() => release())
    } catch {
      // The database is away: whoever asks it something is told so.
    }
    if (isStopped) return
    timer = setTimeout(begin, waitMs * (0.5 + Math.random()))
    waitMs = Math.min(maxWaitMs, waitMs * 2)
  }

  void begin()
  return {
    stop: () => {
      isStopped = true
      clearTimeout(timer)
      release()
    },
  }
}
