/** Open files, shared by all who use them at once and kept a few seconds after: neither an open per read nor a descriptor per blob. */
import { type FileHandle, open } from 'node:fs/promises'

type Shared = { key: string; opening: Promise<FileHandle>; users: number; forgotten: boolean }
export type HandlePool = { open: Map<string, Shared>; idle: Set<Shared>; maxIdle: number; sweep?: NodeJS.Timeout }
export type OpenMode = 'r' | 'r+'

const IDLE_MS = 3000

export const newHandlePool = (maxIdle = 64): HandlePool => ({ open: new Map(), idle: new Set(), maxIdle })

/** Runs `work` with the file open; rejects as open() does when it cannot be. */
export async function withHandle<T>(pool: HandlePool, path: string, mode: OpenMode, work: (file: FileHandle) => Promise<T>) {
  const shared = take(pool, path, mode)
  try {
    return await work(await shared.opening)
  } finally {
    releaseHandle(pool, shared)
  }
}

/** Closes the file as soon as nobody uses it; the next user opens what then lies at that path. */
export function forgetHandles(pool: HandlePool, path: string) {
  for (const mode of ['r', 'r+']) {
    const shared = pool.open.get(`${mode}:${path}`)
    if (shared) drop(pool, shared)
  }
}

export async function closeIdleHandles(pool: HandlePool) {
  clearTimeout(pool.sweep)
  pool.sweep = undefined
  await Promise.all([...pool.idle].map((shared) => drop(pool, shared)))
}

function take(pool: HandlePool, path: string, mode: OpenMode): Shared {
  const key = `${mode}:${path}`
  let shared = pool.open.get(key)
  if (!shared) {
    shared = { key, opening: open(path, mode), users: 0, forgotten: false }
    pool.open.set(key, shared)
    const opened = shared
    opened.opening.catch(() => drop(pool, opened))
  }
  shared.users++
  pool.idle.delete(shared)
  return shared
}

function releaseHandle(pool: HandlePool, shared: Shared) {
  if (--shared.users > 0) return
  if (shared.forgotten) return void close(shared)
  pool.idle.add(shared)
  const [oldest] = pool.idle
  if (oldest && pool.idle.size > pool.maxIdle) drop(pool, oldest)
  pool.sweep ??= setTimeout(() => void closeIdleHandles(pool), IDLE_MS).unref()
}

function drop(pool: HandlePool, shared: Shared): Promise<void> | undefined {
  pool.idle.delete(shared)
  if (pool.open.get(shared.key) === shared) pool.open.delete(shared.key)
  shared.forgotten = true
  return shared.users === 0 ? close(shared) : undefined
}

// Nothing depends on close(): flushing has its own call, and a handle that failed to open has nothing to close.
const close = (shared: Shared) => shared.opening.then((file) => file.close()).catch(() => undefined)
