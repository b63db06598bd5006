/** Mails that a server has kept instead of sending them. Each file is whole from its first moment on and read once: whoever waits for a mail is told of every new one. */
import { once } from 'node:events'
import { watch } from 'node:fs'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import PostalMime, { type Email } from 'postal-mime'

/** The head tells for whom it is; what it says is there once somebody has asked for it. */
type Kept = { head: string; email?: Promise<Email> }
/** By folder and name. */
const outboxes = new Map<string, Map<string, Kept>>()

async function headOf(path: string): Promise<string> {
  const text = (await readFile(path)).toString()
  return text.slice(0, text.indexOf('\r\n\r\n'))
}

const parse = async (path: string): Promise<Email> => PostalMime.parse(await readFile(path))

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
  const known = outboxes.get(outbox) ?? new Map<string, Kept>()
  outboxes.set(outbox, known)
  const names = (await readdir(outbox)).filter((name) => name.endsWith('.eml')).sort()
  const fresh = names.filter((name) => !known.has(name))
  const heads = await Promise.all(fresh.map((name) => headOf(join(outbox, name))))
  // Whoever has read it meanwhile may have taken it apart already.
  for (const [at, name] of fresh.entries()) if (!known.has(name)) known.set(name, { head: heads[at]! })
  // To take a mail apart costs more than all else here, and most are for others.
  const named = names.filter((name) => known.get(name)!.head.includes(address))
  const mails = await Promise.all(
    named.map((name) => {
      const kept = known.get(name)!
      kept.email ??= parse(join(outbox, name))
      return kept.email
    }),
  )
  return mails.filter((mail) => mail.to?.some((to) => to.address === address))
}
