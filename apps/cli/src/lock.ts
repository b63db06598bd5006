/** One process at a time: a file with the process's number, which counts for nothing once that is gone. */
import { closeSync, openSync, readFileSync, rmSync, writeSync } from 'node:fs'
import { dirname } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { makeOwnDir } from './own-files.ts'

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}

function create(path: string): boolean {
  try {
    const file = openSync(path, 'wx', 0o600)
    writeSync(file, String(process.pid))
    closeSync(file)
    return true
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
    return false
  }
}

function isHeld(path: string): boolean {
  try {
    const pid = Number(readFileSync(path, 'utf8'))
    // Empty for the moment between its making and its writing.
    return pid === 0 || isAlive(pid)
  } catch {
    return false
  }
}

/** Gives it back by the answer's call; null where another process holds it. */
export function takeLock(path: string): (() => void) | null {
  makeOwnDir(dirname(path))
  if (!create(path)) {
    if (isHeld(path)) return null
    rmSync(path, { force: true })
    if (!create(path)) return null
  }
  return () => rmSync(path, { force: true })
}

const tryAgainMs = 50

/** Waits its turn; what is held for longer than that was left by a machine that lost power. */
export async function withLock<T>(path: string, maxMs: number, work: () => Promise<T>): Promise<T> {
  let release = takeLock(path)
  for (let waitedMs = 0; !release; waitedMs += tryAgainMs) {
    if (waitedMs >= maxMs) rmSync(path, { force: true })
    else await sleep(tryAgainMs)
    release = takeLock(path)
  }
  try {
    return await work()
  } finally {
    release()
  }
}
