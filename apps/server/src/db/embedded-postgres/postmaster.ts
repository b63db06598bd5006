/** Starts, finds and stops the postmaster, the parent of all processes of one database. */
import { type ChildProcess, spawn } from 'node:child_process'
import { closeSync, openSync, readFileSync, renameSync, statSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import { cleanEnv, giveTo } from './account.ts'
import { removeStaleLocks, runningPostmaster } from './lock-file.ts'
import { isRunning, runningProcesses } from './processes.ts'
import { prepareSocketDir, type Site } from './site.ts'

const LOG_MAX_BYTES = 5_000_000
const BACK_ENDS_END_MS = 20_000
const STOP_MS = 60_000
const POLL_MS = 20

const settings = {
  listen_addresses: '',
  unix_socket_permissions: '0700',
  max_connections: '100',
  shared_buffers: '64MB',
  // Containers give shared memory of 64 MB by default, which parallel queries overrun.
  max_parallel_workers_per_gather: '0',
  log_checkpoints: 'off',
  timezone: 'UTC',
  log_timezone: 'UTC',
  // Failed statements and the values that made them fail can hold addresses and tokens: they stay out of the log file.
  log_min_error_statement: 'panic',
  log_error_verbosity: 'terse',
}

function commandLine({ cluster, socketDir, account, binaries }: Site): string[] {
  const socketFolders = `"${socketDir.replaceAll('"', '""')}"`
  const all = { ...settings, cluster_name: cluster.tag, unix_socket_directories: socketFolders }
  const flags = Object.entries(all).flatMap(([name, value]) => ['-c', `${name}=${value}`])
  return [...account.prefix, binaries.postgres, '-D', cluster.folder, ...flags]
}

function sizeOf(file: string): number {
  return statSync(file, { throwIfNoEntry: false })?.size ?? 0
}

async function waitUntil(condition: () => boolean, limitMs: number): Promise<boolean> {
  const end = performance.now() + limitMs
  while (!condition()) {
    if (performance.now() > end) return false
    await sleep(POLL_MS)
  }
  return true
}

export type Launch = { child: ChildProcess; ended(): boolean; complaint(): string }

/** In a session of its own, so that Ctrl-C in the terminal reaches only the server, which stops the database last. */
function spawnDetached(site: Site): ChildProcess {
  const [program = '', ...args] = commandLine(site)
  // A file, no pipe: a database that outlives its server must not die of writing to nobody.
  const log = openSync(site.logFile, 'a', 0o600)
  try {
    return spawn(program, args, { ...site.account.ids, cwd: '/', env: cleanEnv, detached: true, stdio: ['ignore', log, log] })
  } finally {
    closeSync(log)
  }
}

/** To be called when nothing answers and no postmaster runs. */
export async function launch(site: Site): Promise<Launch> {
  // Back ends notice the death of their postmaster by themselves; a second database beside them would destroy the data.
  const gone = await waitUntil(() => runningProcesses(site.cluster).length === 0, BACK_ENDS_END_MS)
  if (!gone) throw new Error(`Processes of an earlier database do not end: ${runningProcesses(site.cluster).join(', ')}`)
  prepareSocketDir(site)
  removeStaleLocks(site.cluster, site.socketDir)
  giveTo(site.account, site.cluster.folder)
  if (sizeOf(site.logFile) > LOG_MAX_BYTES) renameSync(site.logFile, `${site.logFile}.1`)
  const from = sizeOf(site.logFile)
  const child = spawnDetached(site)
  let failure = ''
  child.on('error', (error) => {
    failure = error.message
  })
  child.unref()
  return {
    child,
    ended: () => failure !== '' || child.exitCode !== null || child.signalCode !== null,
    complaint: () => failure || readFileSync(site.logFile).subarray(from).toString('utf8').trim().slice(-2000),
  }
}

/** Fast shutdown: sessions are cut, everything is written out. Also stops a database that another server started. */
export async function stopPostmaster(site: Site, lastLaunch: Launch | undefined): Promise<boolean> {
  const started = lastLaunch && !lastLaunch.ended() ? lastLaunch.child.pid : undefined
  const pid = runningPostmaster(site.cluster)?.pid ?? started
  if (pid === undefined) return true
  try {
    process.kill(pid, 'SIGINT')
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error
  }
  return waitUntil(() => !isRunning(pid, site.cluster), STOP_MS)
}
