/** Folders, and names in them, that a power loss does not undo. */
import { mkdir, open } from 'node:fs/promises'
import { dirname, resolve } from 'node:path'

/** Makes the folder and those above it, for their owner alone; what is there already stays as it is. */
export async function makeFolder(path: string) {
  const first = await mkdir(path, { recursive: true, mode: 0o700 })
  if (first === undefined) return
  const top = dirname(resolve(first))
  for (let folder = dirname(resolve(path)); folder.length >= top.length; folder = dirname(folder)) {
    await flushFolder(folder)
    if (folder === top) return
  }
}

/** Makes the names that are in it now survive. */
export async function flushFolder(path: string) {
  const folder = await open(path, 'r')
  await folder.sync().finally(() => folder.close())
}
