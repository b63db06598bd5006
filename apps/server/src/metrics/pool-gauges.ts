import type { Metrics } from './metrics.ts'

type Pool = { totalCount: number; idleCount: number; waitingCount: number }

const help = {
  sampan_database_connections: 'Connections to the database that this process holds.',
  sampan_database_idle_connections: 'Those of them that nobody uses.',
  sampan_database_waiting_requests: 'Questions that wait for a connection.',
}

export function addPoolGauges(metrics: Metrics, pools: readonly Pool[]): void {
  const sum = (of: keyof Pool) => pools.reduce((all, pool) => all + pool[of], 0)
  metrics.addGauges(help, () => ({
    sampan_database_connections: sum('totalCount'),
    sampan_database_idle_connections: sum('idleCount'),
    sampan_database_waiting_requests: sum('waitingCount'),
  }))
}
