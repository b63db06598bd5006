/** A running server under strace: every call of a kind is seen, and the N-th can be made to kill or to fail. */
import { spawn, spawnSync } from 'node:child_process'
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { until } from './server-process.ts'

/** Why nothing can be traced here; null where it can. */
export function noTracing(): string | null {
  if (process.platform !== 'linux') return 'strace is a tool of Linux'
  const tried = spawnSync('strace', ['-f', '-e', 'trace=none', 'true'], { encoding: 'utf8' })
  if (tried.error) return 'strace is not installed'
  return tried.status === 0 ? null : `strace may not trace here: ${tried.stderr.trim().slice(0, 200)}`
}

export type Tracing = { calls: readonly string[]; inject?: string; more?: string[] }
/** `detach` answers with everything that was seen. */
export type Trace = { detach: () => Promise<string> }

const threadsOf = (pids: readonly number[]): number => pids.reduce((sum, pid) => sum + readdirSync(`/proc/${pid}/task`).length, 0)
const tracedThreads = (pids: readonly number[]): number =>
  pids
    .flatMap((pid) => readdirSync(`/proc/${pid}/task`).map((task) => readFileSync(`/proc/${pid}/task/${task}/status`, 'utf8')))
    .filter((status) => /TracerPid:\s*[1-9]/.test(status)).length

/** Resolves when every thread of these processes is held. */
export async function trace(pids: readonly number[], { calls, inject, more = [] }: Tracing): Promise<Trace> {
  const folder = mkdtempSync(join(tmpdir(), 'sampan-strace-'))
  const log = join(folder, 'log')
  const args = ['-f', '-y', '-o', log, '-e', `trace=${calls.join()}`, ...(inject ? ['-e', `inject=${inject}`] : []), ...more]
  const child = spawn('strace', [...args, ...pids.flatMap((pid) => ['-p', String(pid)])], { stdio: 'ignore' })
  let hasEnded = false
  const ended = new Promise<void>((resolve) => child.once('close', () => resolve())).then(() => {
    hasEnded = true
  })
  await until(() => hasEnded || tracedThreads(pids) === threadsOf(pids))
  return {
    detach: async () => {
      child.kill('SIGINT')
      await ended
      const text = readFileSync(log, 'utf8')
      rmSync(folder, { recursive: true, force: true })
      return text
    },
  }
}
