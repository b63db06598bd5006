/** A small file beside the blobs says whose they are: an empty mount point, or the disk of another, has not the right one. */
import { randomBytes } from 'node:crypto'
import { open, readFile, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { flushFolder, makeFolder } from '../../durable-folder.ts'
import { StoreAway } from './byte-store.ts'

const fileIn = (root: string) => join(root, 'installation-id')

/** Null where nobody has said so yet, or where that was interrupted. */
export async function readOwner(root: string): Promise<string | null> {
  const text = await readFile(fileIn(root), 'utf8').catch((error) => {
    if (error.code !== 'ENOENT') throw error
    return ''
  })
  return text.trim() || null
}

/** Another disk at its place, or its empty mount point, may be as good to write to, and has none of these bytes. */
export async function requireOwner(root: string, owner: string | null): Promise<void> {
  if (owner === null || (await readOwner(root)) === owner) return
  const away = new StoreAway(`Another store lies at ${root} than at the start, or none: is its disk mounted?`)
  throw Object.assign(away, { code: 'ENODEV' })
}

/** Whole or not at all. */
export async function writeOwner(root: string, id: string): Promise<void> {
  await makeFolder(root)
  const draft = `${fileIn(root)}.${randomBytes(6).toString('hex')}.draft`
  const file = await open(draft, 'wx', 0o600)
  try {
    await file.writeFile(`${id}\n`)
    await file.sync()
    await rename(draft, fileIn(root))
  } catch (error) {
    await rm(draft, { force: true }).catch(() => {})
    throw error
  } finally {
    await file.close()
  }
  await flushFolder(root)
}
