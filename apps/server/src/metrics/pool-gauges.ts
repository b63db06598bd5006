import type { Metrics } from './metrics.ts'

type Pool = { totalCount: number; idleCount: number; waitingCount: number }

const help = {
  sampan_database_connections: 'Connections to the database that this process holds.',
  sampan_database_idle_connections: 'Those of them that nobody uses.',
  sampan_database_waiting_requests: 'Questions that wait for a connection.',
}

export const addPoolGauges = (metrics: Metrics, pool: Pool): void =>
  metrics.addGauges(help, () => ({
    sampan_database_connections: pool.totalCount,
    sampan_database_idle_connections: pool.idleCount,
    sampan_database_waiting_requests: pool.waitingCount,
  }))
