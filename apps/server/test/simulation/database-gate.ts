/**
 * Lets questions to the database through one at a time, in an order that the seed chooses, and waits for each answer: so a real Postgres
 * gives the same interleaving of transactions for the same seed. A question that waits for another's lock is told by Postgres
 * itself; it is left waiting while others go on.
 */
import pg from 'pg'
import type { Chance } from '../faults/seeded.ts'
import { counted, untilQuiet } from './quiet.ts'

type Asker = pg.Client & { processID?: number; connection?: { stream: { destroy: () => void } } }
type Question = { client: Asker; text: string; ask: () => Promise<unknown>; refuse: (error: Error) => void }
type Asked = Question & { isAnswered: boolean }
export type Watched = { name: string; pool: pg.Pool; isDead: boolean }

export type Gate = {
  watch: (watched: Watched) => void
  hasWaiting: () => boolean
  /** Lets one through, if there is one, and waits until it is answered, or held up by a lock. */
  letOneThrough: () => Promise<void>
  /** So many are held up by locks. */
  heldUp: () => number
  /** The process is dead: nothing it asks comes through, what it had begun is rolled back. */
  kill: (watched: Watched) => Promise<void>
}

const timeoutMs = 5
const nowMs = performance.now.bind(performance)
const nextTurn = setImmediate
const pause = () => new Promise((resolve) => nextTurn(resolve))

/** Told before each question is asked, of the pools that are watched; null for none. */
let intercept: ((client: Asker, text: string, ask: () => Promise<unknown>) => Promise<unknown>) | null = null
let isPatched = false

function patchClients(): void {
  if (isPatched) return
  isPatched = true
  const { query, connect } = pg.Client.prototype
  pg.Client.prototype.query = function (this: Asker, ...args: any[]): any {
    const callback = typeof args.at(-1) === 'function' ? args.pop() : undefined
    const ask = () =>
      new Promise((resolve, reject) =>
        (query as any).call(this, ...args, (error: Error, result: unknown) => (error ? reject(error) : resolve(result))),
      )
    const text = typeof args[0] === 'string' ? args[0] : String(args[0]?.text)
    const answer = intercept ? intercept(this, text, ask) : ask()
    if (!callback) return answer
    answer.then(
      (result) => callback(null, result),
      (error) => callback(error),
    )
  } as typeof query
  pg.Client.prototype.connect = function (this: Asker, callback?: any): any {
    const done = counted(
      new Promise<void>((resolve, reject) =>
        connect.call(this, (error: Error | undefined) => (error ? reject(error) : resolve())),
      ),
    )
    if (!callback) return done
    done.then(
      () => callback(),
      (error) => callback(error),
    )
  } as typeof connect
}

export function openGate(admin: pg.Client, chance: Chance, trace: (text: string) => void): Gate {
  patchClients()
  let waiting: Question[] = []
  const asked = new Set<Asked>()
  const owners = new Map<Asker, Watched>()

  intercept = (client, text, ask) => {
    const owner = owners.get(client)
    if (!owner) return counted(ask())
    if (owner.isDead) return Promise.reject(dead(owner))
    return new Promise((resolve, reject) => {
      waiting.push({ client, text, ask: () => ask().then(resolve, reject), refuse: reject })
    })
  }

  const isHeldUp = async ({ client }: Asked): Promise<boolean> =>
    (await admin.query('select cardinality(pg_blocking_pids($1)) > 0 as held', [client.processID])).rows[0].held

  /** Until it is answered or held up. */
  async function follow(question: Asked): Promise<void> {
    for (let since = nowMs(); !question.isAnswered; ) {
      await pause()
      if (question.isAnswered || nowMs() - since < timeoutMs) continue
      if (await isHeldUp(question)) return
      since = nowMs()
    }
  }

  async function letOneThrough(): Promise<void> {
    const question = chance.pick(waiting)
    waiting = waiting.filter((each) => each !== question)
    trace(`sql ${owners.get(question.client)!.name} ${shortOf(question.text)}`)
    const heldBefore = [...asked]
    const one: Asked = { ...question, isAnswered: false }
    asked.add(one)
    void question.ask().finally(() => {
      one.isAnswered = true
      asked.delete(one)
    })
    await follow(one)
    if (!one.isAnswered) trace('sql held up')
    for (const each of heldBefore) await follow(each)
  }

  return {
    watch: (watched) => {
      const { pool } = watched
      const connect = pool.connect.bind(pool) as (...args: unknown[]) => unknown
      pool.connect = ((callback?: (error: Error, client: undefined, release: () => void) => void) => {
        if (!watched.isDead) return callback ? connect(callback) : connect()
        return callback ? callback(dead(watched), undefined, () => {}) : Promise.reject(dead(watched))
      }) as typeof pool.connect
      pool.on('connect', (client) => owners.set(client as Asker, watched))
      for (const client of (pool as unknown as { _clients: Asker[] })._clients) owners.set(client, watched)
      pool.on('error', () => {})
    },
    hasWaiting: () => waiting.length > 0,
    letOneThrough,
    heldUp: () => asked.size,
    kill: async (watched) => {
      watched.isDead = true
      const mine = [...owners].filter(([, owner]) => owner === watched).map(([client]) => client)
      const refused = waiting.filter(({ client }) => mine.includes(client))
      waiting = waiting.filter((each) => !refused.includes(each))
      for (const { refuse } of refused) refuse(dead(watched))
      for (const client of mine) client.connection?.stream.destroy()
      const pids = mine.map(({ processID }) => processID)
      for (;;) {
        const { rows } = await admin.query('select count(*)::int as count from pg_stat_activity where pid = any($1::int[])', [
          pids,
        ])
        if (rows[0].count === 0) break
        await pause()
      }
      for (const each of [...asked]) await follow(each)
      for (const client of mine) owners.delete(client)
      await untilQuiet()
    },
  }
}

const dead = ({ name }: Watched) => Object.assign(new Error(`Connection terminated: ${name} is dead`), { code: '57P01' })

const shortOf = (text: string): string => text.replace(/\s+/g, ' ').trim().slice(0, 60)
