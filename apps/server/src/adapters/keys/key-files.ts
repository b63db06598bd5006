/** Secret files: made once, whole or not at all, readable by their owner alone. */
import { randomBytes } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { link, open, readFile, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { flushFolder, makeFolder } from '../../durable-folder.ts'

export const KEY_BYTES = 32

/** The key in that file; undefined if there is none. Throws a sentence for the operator when it is damaged. */
export async function readKey(folder: string, name: string): Promise<Buffer | undefined> {
  const path = join(folder, name)
  return parseKey(path, await readFile(path, 'utf8').catch(noneIfMissing))
}

/** The same for where nobody may wait: a file of one line, on the rare occasion that a key appears while the server runs. */
export function readKeyNow(folder: string, name: string): Buffer | undefined {
  const path = join(folder, name)
  try {
    return parseKey(path, readFileSync(path, 'utf8'))
  } catch (error) {
    return noneIfMissing(error as NodeJS.ErrnoException)
  }
}

function noneIfMissing(error: NodeJS.ErrnoException): undefined {
  if (error.code !== 'ENOENT') throw error
}

function parseKey(path: string, text: string | undefined): Buffer | undefined {
  if (text === undefined) return undefined
  if (!/^[0-9a-f]{64}\s*$/i.test(text)) {
    throw new Error(`${path} is damaged: it must hold ${2 * KEY_BYTES} hexadecimal digits. Restore it from your backup.`)
  }
  return Buffer.from(text.trim(), 'hex')
}

/** Makes the key; when another process was faster, takes that one's. Returns only what a power loss will leave in place. */
export async function createKey(folder: string, name: string): Promise<Buffer> {
  await makeFolder(folder)
  const temporary = join(folder, `.${name}.${randomBytes(6).toString('hex')}`)
  const file = await open(temporary, 'wx', 0o600)
  try {
    await file.writeFile(`${randomBytes(KEY_BYTES).toString('hex')}\n`)
    await file.sync()
  } finally {
    await file.close()
  }
  await publish(temporary, join(folder, name)).finally(() => rm(temporary, { force: true }))
  await flushFolder(folder)
  const key = await readKey(folder, name)
  if (!key) throw new Error(`${join(folder, name)} vanished while it was made.`)
  return key
}

/** A link, because it never replaces what is there; a rename on file systems that know no links. */
async function publish(temporary: string, path: string) {
  try {
    await link(temporary, path)
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    if (code === 'EEXIST') return
    if (code !== 'EPERM' && code !== 'ENOTSUP' && code !== 'ENOSYS') throw error
    await rename(temporary, path)
  }
}
