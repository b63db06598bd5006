/** Finds the jobs of processes that died on other machines: each process that runs jobs holds a lock for as long as it lives. */
import type { Connection } from '../db/connect.ts'
import { joinReplicas } from '../db/replicas.ts'

type Pool = Connection['pool']
type Session = { release: (destroy?: boolean) => void }

/** A process whose connection broke takes its lock again: it is given the time for that. */
const looksUntilLost = 3

const lockOf = "hashtextextended('jobs of ' || $1, 0)"

export type LostWorkers = {
  /** Call it every few seconds. */
  look: () => Promise<void>
  close: () => void
}

export function watchLostWorkers(pool: Pool, ownId: string, report: (worker: string) => void): LostWorkers {
  let session: Session | undefined
  let isClosed = false
  const freeFor = new Map<string, number>()

  async function holdOwn(): Promise<void> {
    if (session || isClosed) return
    const client = await pool.connect()
    const { rows } = await client.query(`select pg_try_advisory_lock(${lockOf}) as held`, [ownId]).catch((error) => {
      client.release(true)
      throw error
    })
    // Otherwise the database has not noticed yet that the earlier connection is broken.
    if (!rows[0].held || isClosed) return client.release(isClosed)
    await client.query(joinReplicas).catch((error) => {
      client.release(true)
      throw error
    })
    // Nobody would give it back after a close in the meantime, and the end of the pool would wait for it.
    if (isClosed) return client.release(true)
    session = client
    client.once('error', lose).once('end', lose)
  }

  function lose(): void {
    const lost = session
    session = undefined
    lost?.release(true)
  }

  async function unlockIfFree(worker: string): Promise<boolean> {
    const client = await pool.connect()
    try {
      await client.query('begin')
      const { rows } = await client.query(`select pg_try_advisory_xact_lock(${lockOf}) as free`, [worker])
      const looks = rows[0].free ? (freeFor.get(worker) ?? 0) + 1 : 0
      const isLost = looks >= looksUntilLost
      if (isLost) await client.query('select graphile_worker.force_unlock_workers(array[$1])', [worker])
      await client.query('commit')
      freeFor.set(worker, looks)
      client.release()
      return isLost
    } catch (error) {
      client.release(true)
      throw error
    }
  }

  return {
    look: async () => {
      await holdOwn()
      const { rows } = await pool.query<{ worker: string }>(
        'select distinct locked_by as worker from graphile_worker.jobs where locked_by <> $1',
        [ownId],
      )
      for (const known of freeFor.keys()) if (!rows.some(({ worker }) => worker === known)) freeFor.delete(known)
      for (const { worker } of rows) if (await unlockIfFree(worker)) report(worker)
    },
    close: () => {
      isClosed = true
      lose()
    },
  }
}
