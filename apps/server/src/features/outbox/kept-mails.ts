/** Reads the mails that the file mailer wrote. */
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import PostalMime, { type Email } from 'postal-mime'

export type KeptMail = { name: string; mail: Email }

const isName = (name: string): boolean => /^[\w.-]{1,120}\.eml$/.test(name)

export async function readRaw(dir: string, name: string): Promise<Buffer | null> {
  if (!isName(name)) return null
  return readFile(join(dir, name)).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return null
    throw error
  })
}

export async function readKept(dir: string, name: string): Promise<KeptMail | null> {
  const raw = await readRaw(dir, name)
  return raw && { name, mail: await PostalMime.parse(raw) }
}

/** The newest first; their names sort by time. */
export async function newestMails(dir: string, max: number): Promise<{ mails: KeptMail[]; total: number }> {
  const names = (await readdir(dir)).filter(isName).sort().reverse()
  const mails = await Promise.all(names.slice(0, max).map((name) => readKept(dir, name)))
  return { mails: mails.filter((mail) => mail !== null), total: names.length }
}
