/** The machine's process table, as far as it tells which Postgres processes belong to one data folder. */
import { execFileSync } from 'node:child_process'
import { readdirSync, readFileSync, type Stats, statSync } from 'node:fs'

/** `tag` is written on every command line of the database, `folder` is the working folder of all its processes. */
export type Cluster = { folder: string; tag: string }

const hasProcFolder = process.platform === 'linux'

function sameFile(a: Stats, b: Stats): boolean {
  return a.dev === b.dev && a.ino === b.ino
}

function belongsOnLinux(pid: number, cluster: Cluster): boolean {
  const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
  // Where pid 1 does not reap (containers without an init) a killed process stays behind as a zombie.
  const state = stat.slice(stat.lastIndexOf(')') + 2)[0]
  if (state === 'Z' || state === 'X') return false
  const command = readFileSync(`/proc/${pid}/cmdline`, 'utf8')
  if (!/^postgres: |\/postgres\0/.test(command)) return false
  if (command.includes(cluster.tag)) return true
  return sameFile(statSync(`/proc/${pid}/cwd/.`), statSync(cluster.folder))
}

function belongsElsewhere(pid: number, cluster: Cluster): boolean {
  const line = execFileSync('ps', ['-o', 'stat=,args=', '-p', String(pid)], { encoding: 'utf8' }).trim()
  return !line.startsWith('Z') && line.includes(cluster.tag)
}

/** Whether this pid is a running process of the cluster, and not a zombie or a later process with a reused number. */
export function isRunning(pid: number, cluster: Cluster): boolean {
  try {
    return hasProcFolder ? belongsOnLinux(pid, cluster) : belongsElsewhere(pid, cluster)
  } catch {
    return false
  }
}

function allPids(): number[] {
  if (hasProcFolder) return readdirSync('/proc').map(Number).filter(Number.isInteger)
  return execFileSync('ps', ['-A', '-o', 'pid='], { encoding: 'utf8' }).split('\n').map(Number).filter(Boolean)
}

/** Every running process of the cluster: the postmaster and its back ends. */
export function runningProcesses(cluster: Cluster): number[] {
  return allPids().filter((pid) => isRunning(pid, cluster))
}

/** Whether any process, of whatever kind, has this pid; a zombie does not count. */
export function pidInUse(pid: number): boolean {
  try {
    process.kill(pid, 0)
    if (!hasProcFolder) return true
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
    return stat.slice(stat.lastIndexOf(')') + 2)[0] !== 'Z'
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}
