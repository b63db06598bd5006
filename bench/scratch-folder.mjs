/** Where the bench may write, and how much lies there. */
import { closeSync, existsSync, mkdtempSync, openSync, readFileSync, rmSync, statfsSync, writeSync } from 'node:fs'
import { readdir, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { GiB, KiB, MiB } from './content.mjs'

/** The programs that are measured take some as well. */
const programBytes = 3 * GiB
const freeMemoryBytes = () => Number(/^MemAvailable: +(\d+) kB/m.exec(readFileSync('/proc/meminfo', 'utf8'))[1]) * KiB

/** In memory where there is space, so that the programs are measured and not the disk. */
export function chooseFolder(needBytes) {
  const memory = '/dev/shm'
  const hasSpace =
    existsSync(memory) &&
    statfsSync(memory).bavail * statfsSync(memory).bsize > needBytes &&
    freeMemoryBytes() > needBytes + programBytes
  return { folder: mkdtempSync(join(hasSpace ? memory : tmpdir(), 'sampan-bench-')), isMemory: hasSpace }
}

/**
 * A virtual machine's memory is its host's until it is written to, and that costs who writes it first twice the time: as much as comes
 * next is written here and given back, so that it meets no server.
 */
export function touchMemory(folder, bytes) {
  const file = join(folder, 'touched')
  const chunk = Buffer.alloc(8 * MiB, 1)
  const opened = openSync(file, 'w')
  for (let at = 0; at < bytes; at += chunk.length) writeSync(opened, chunk)
  closeSync(opened)
  rmSync(file)
}

/** What a folder takes; files that go meanwhile count nothing. */
export async function usedBytes(folder) {
  const entries = await readdir(folder, { withFileTypes: true, recursive: true }).catch(() => [])
  const files = entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath ?? entry.path, entry.name))
  const sizes = await Promise.all(
    files.map((file) =>
      stat(file).then(
        ({ blocks }) => blocks * 512,
        () => 0,
      ),
    ),
  )
  return sizes.reduce((sum, size) => sum + size, 0)
}
