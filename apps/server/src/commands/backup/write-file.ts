/** Files of a backup: written once, summed on the way, flushed. */
import { createHash } from 'node:crypto'
import { mkdir, open, rename } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { Summed } from './layout.ts'

type Source = AsyncIterable<Uint8Array> | Iterable<Uint8Array>

/** The caller flushes the folders, once they have all their files. */
export async function writeSummed(folder: string, path: string, source: Source): Promise<Summed> {
  const full = join(folder, path)
  await mkdir(dirname(full), { recursive: true, mode: 0o700 })
  const file = await open(full, 'wx', 0o600)
  const hash = createHash('sha256')
  let bytes = 0
  try {
    for await (const chunk of source) {
      hash.update(chunk)
      for (let at = 0; at < chunk.length; ) at += (await file.write(chunk, at)).bytesWritten
      bytes += chunk.length
    }
    await file.sync()
  } finally {
    await file.close()
  }
  return { path, bytes, sha256: hash.digest('hex') }
}

export async function flushFolders(folder: string, paths: Iterable<string>): Promise<void> {
  for (const path of new Set([...paths].flatMap((each) => [dirname(each), dirname(dirname(each))]))) {
    const opened = await open(join(folder, path), 'r')
    await opened.sync().finally(() => opened.close())
  }
}

/** Whole or not at all: what makes the rest count. */
export async function writeLast(folder: string, name: string, text: string): Promise<void> {
  await writeSummed(folder, `${name}.draft`, [Buffer.from(text)])
  await rename(join(folder, `${name}.draft`), join(folder, name))
  await flushFolders(folder, [name])
}
