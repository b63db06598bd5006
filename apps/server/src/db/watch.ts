/**
 * A database that has stopped without a word (a frozen machine, a broken line) leaves every question open for ever. This notices the
 * silence, breaks off what waits, and lets nobody wait for it until it answers again.
 */
import pg from 'pg'

const lookMs = 1_000
/** Longer than any healthy database keeps quiet while it is asked something: a new connection is tried to be sure. */
const silenceMs = 4_000
const probeMs = 4_000

/** What every one of its errors says: class 08, so that it is told as a database that is away. */
const silent = () => Object.assign(new Error('Connection terminated: the database does not answer'), { code: '08006' })

type Socket = { on: (event: 'data', listener: () => void) => void; destroy: (error?: Error) => void }
type Client = pg.ClientBase & { readyForQuery?: boolean; connection?: { stream?: Socket } }

export type Watch = { add: (client: pg.ClientBase) => void; stop: () => void }

async function probe(options: pg.PoolConfig): Promise<boolean> {
  const client = new pg.Client({ ...options, connectionTimeoutMillis: probeMs, query_timeout: probeMs })
  client.on('error', () => {})
  try {
    await client.connect()
    await client.query('select 1')
    return true
  } catch (error) {
    // Refused, starting or full: it speaks, and every one who asks is told so at once.
    return !/timeout/i.test((error as Error).message)
  } finally {
    // A socket that nobody answers would wait for its own farewell.
    ;(client as unknown as Client).connection?.stream?.destroy()
  }
}

/** Watches the clients that are added, and the pool's door. `tell` hears of each change. */
export function watchSilence(pool: pg.Pool, options: pg.PoolConfig, report: (isSilent: boolean) => void): Watch {
  const clients = new Set<Client>()
  let heardAt = performance.now()
  let isSilent = false
  let isProbing = false

  function add(client: Client): void {
    heardAt = performance.now()
    clients.add(client)
    client.once('end', () => void clients.delete(client))
    client.connection?.stream?.on('data', () => {
      heardAt = performance.now()
    })
  }

  const connect = pool.connect.bind(pool) as (...args: unknown[]) => unknown
  // Both forms of the call: with a callback, and without.
  pool.connect = ((callback?: (error: Error, client: undefined, release: () => void) => void) => {
    if (!isSilent) return callback ? connect(callback) : connect()
    return callback ? callback(silent(), undefined, () => {}) : Promise.reject(silent())
  }) as typeof pool.connect

  const isAsked = () => pool.waitingCount > 0 || [...clients].some(({ readyForQuery }) => !readyForQuery)

  function breakOff(): void {
    for (const client of clients) client.connection?.stream?.destroy(silent())
  }

  async function look(): Promise<void> {
    if (isProbing || (!isSilent && (!isAsked() || performance.now() - heardAt < silenceMs))) return
    isProbing = true
    const answers = await probe(options)
    isProbing = false
    const wasSilent = isSilent
    isSilent = !answers && (isSilent || performance.now() - heardAt > silenceMs)
    if (isSilent !== wasSilent) report(isSilent)
    if (isSilent) breakOff()
  }

  const timer = setInterval(() => void look(), lookMs)
  timer.unref()
  return { add, stop: () => clearInterval(timer) }
}
