/** Mails that a server has kept instead of sending them. Each file is whole from its first moment on and read once: whoever waits for a mail is told of every new one. */
import { once } from 'node:events'
import { watch } from 'node:fs'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import PostalMime, { type Email } from 'postal-mime'

const known = new Map<string, Promise<Email>>()

async function parse(path: string): Promise<Email> {
  return PostalMime.parse(await readFile(path))
}

/** The first to an address that is looked for, as soon as it is there: the n-th (1 is the first), or the first with these words. */
export async function mailOf(outbox: string, address: string, which: number | RegExp): Promise<Email> {
  const changes = watch(outbox)
  try {
    for (;;) {
      // Listened for before the look: nothing comes unheard between the two.
      const change = once(changes, 'change')
      const mails = await readMails(outbox, address)
      const mail =
        typeof which === 'number' ? mails[which - 1] : mails.find(({ subject, text }) => which.test(`${subject}\n${text}`))
      if (mail) return mail
      await change
    }
  } finally {
    changes.close()
  }
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
