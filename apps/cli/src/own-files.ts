/** Files that only their owner may read: written whole or not at all. */
import { randomUUID } from 'node:crypto'
import { chmodSync, closeSync, fsyncSync, mkdirSync, openSync, readFileSync, renameSync, rmSync, writeSync } from 'node:fs'
import { dirname } from 'node:path'

export function makeOwnDir(path: string): void {
  mkdirSync(path, { recursive: true, mode: 0o700 })
}

/** undefined where it is not there, or is not what we wrote. */
export function readOwnJson<T>(path: string): T | undefined {
  try {
    return JSON.parse(readFileSync(path, 'utf8')) as T
  } catch {
    return undefined
  }
}

export function writeOwnJson(path: string, value: unknown): void {
  makeOwnDir(dirname(path))
  const draft = `${path}.${randomUUID()}`
  const file = openSync(draft, 'wx', 0o600)
  try {
    writeSync(file, JSON.stringify(value))
    fsyncSync(file)
  } finally {
    closeSync(file)
  }
  chmodSync(draft, 0o600)
  renameSync(draft, path)
}

export const removeOwn = (path: string): void => rmSync(path, { force: true })
