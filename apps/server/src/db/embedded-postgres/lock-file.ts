/** The lock files Postgres leaves in its data folder and beside its socket. */
import { randomUUID } from 'node:crypto'
import { linkSync, readFileSync, renameSync, rmSync } from 'node:fs'
import path from 'node:path'
import { type Cluster, isRunning } from './processes.ts'

export const SOCKET_PORT = 5432

/** The postmaster that is running on this cluster, and the folder of its socket once it has one. */
export function runningPostmaster(cluster: Cluster): { pid: number; socketDir: string | undefined } | undefined {
  let lines: string[]
  try {
    lines = readFileSync(path.join(cluster.folder, 'postmaster.pid'), 'utf8').split('\n')
  } catch {
    return undefined
  }
  const pid = Number(lines[0])
  if (!isRunning(pid, cluster)) return undefined
  return { pid, socketDir: lines[4]?.trim() || undefined }
}

/**
 * Removes a lock file whose process is gone. Postgres does so by itself, but takes a zombie or a reused pid for a live
 * process. The file is moved aside before it is judged: a postmaster that started this instant gets its file back.
 */
function removeStaleLock(file: string, cluster: Cluster): void {
  const aside = `${file}.${randomUUID()}`
  try {
    renameSync(file, aside)
  } catch {
    return
  }
  if (isRunning(Number.parseInt(readFileSync(aside, 'utf8'), 10), cluster)) linkSync(aside, file)
  rmSync(aside)
}

/** To be called only when no process of the cluster is left: back ends without a lock file would mean two databases. */
export function removeStaleLocks(cluster: Cluster, socketDir: string): void {
  removeStaleLock(path.join(cluster.folder, 'postmaster.pid'), cluster)
  removeStaleLock(path.join(socketDir, `.s.PGSQL.${SOCKET_PORT}.lock`), cluster)
}
