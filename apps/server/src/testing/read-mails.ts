/** Mails that a server has kept instead of sending them. Each file is whole from its first moment on and read once: whoever waits for a mail looks again and again. */
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import PostalMime, { type Email } from 'postal-mime'

const known = new Map<string, Promise<Email>>()

async function parse(path: string): Promise<Email> {
  return PostalMime.parse(await readFile(path))
}

/** Those to an address so far, oldest first. */
export async function readMails(outbox: string, address: string): Promise<Email[]> {
  const names = (await readdir(outbox)).filter((name) => name.endsWith('.eml')).sort()
  const mails = await Promise.all(
    names.map((name) => {
      const path = join(outbox, name)
      const mail = known.get(path) ?? parse(path)
      known.set(path, mail)
      return mail
    }),
  )
  return mails.filter((mail) => mail.to?.some((to) => to.address === address))
}
