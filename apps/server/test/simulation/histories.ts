/** Histories for tests: a database of their own, and what a failed one tells. */
import pg from 'pg'
import { inject } from 'vitest'
import { readConfig } from '../../src/config/config.ts'
import { makeMetrics } from '../../src/metrics/metrics.ts'
import type { Base } from './server-life.ts'
import { type Played, playHistory } from './world.ts'

export type Histories = {
  play: (seed: string) => Promise<Played>
  /** Throws what is wrong with it, with its seed and its end. */
  check: (seed: string) => Promise<Played>
  close: () => Promise<void>
}

const reportedLines = 60
const mailLimits = ['transferMails', 'senderMails', 'networkMails', 'recipientMails', 'mailboxMails', 'mailboxMailsDay']
  .map((name) => `${name}=1000000/86400`)
  .join()

export async function openHistories(): Promise<Histories> {
  const postgres = inject('postgres')
  const database = `simulation_${process.pid}`
  const maker = new pg.Client({ ...postgres, database: 'sampan' })
  await maker.connect()
  await maker.query(`create database ${database} template ${inject('template')}`)
  await maker.end()
  const admin = new pg.Client({ ...postgres, database })
  await admin.connect()
  const base: Base = {
    postgres: { ...postgres, database },
    // All histories send to the same people of the same day, in one database.
    config: readConfig({ DATA_DIR: '/simulated', LOG_LEVEL: 'silent', RATE_LIMITS: mailLimits }),
    masterKeys: { newest: 1, keys: new Map([[1, Buffer.alloc(32, 7)]]), folder: '/simulated/keys', steadyMs: () => 0 },
    metrics: makeMetrics(false),
    identities: new Map(),
    secret: Buffer.alloc(32, 9),
  }
  const play = (seed: string) => playHistory(base, admin, seed)
  return {
    play,
    check: async (seed) => {
      const played = await play(seed)
      if (played.breaches.length)
        throw new Error(`SIM_SEED=${seed}: ${played.breaches.join('\n')}\n${played.lines.slice(-reportedLines).join('\n')}`)
      return played
    },
    close: () => admin.end(),
  }
}

/** SIM_SEED: that one; else SIM_SEEDS of them (1,000) from SIM_FROM (1) on. */
export function wanted({ SIM_SEED, SIM_SEEDS = '1000', SIM_FROM = '1' }: NodeJS.ProcessEnv = process.env): string[] {
  if (SIM_SEED) return [SIM_SEED]
  return Array.from({ length: Number(SIM_SEEDS) }, (_, index) => `${Number(SIM_FROM) + index}`)
}
