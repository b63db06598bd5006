/** Mails kept as files instead of being sent: one .eml each, whose sorted names are their order. */
import { createHash, randomBytes } from 'node:crypto'
import { mkdir, open, readdir, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { createTransport } from 'nodemailer'
import type { Mail, Mailer } from './mail.ts'
import { type MailConfig, messageOf } from './message.ts'

const ending = '.eml'
const unfinished = '.part'

/** Tells a mail that is there already by the end of its name. */
const idHash = (messageId: string): string => createHash('sha256').update(messageId).digest('hex').slice(0, 24)
const hashInName = (name: string): string => name.slice(0, -ending.length).split('-').at(-1) ?? ''

async function flushFolder(dir: string): Promise<void> {
  const folder = await open(dir, 'r')
  await folder.sync().finally(() => folder.close())
}

/** Under its name stands a whole mail or none, also after a loss of power. */
async function writeWhole(dir: string, name: string, bytes: Buffer): Promise<void> {
  const temporary = join(dir, `${randomBytes(8).toString('hex')}${unfinished}`)
  const file = await open(temporary, 'wx', 0o600)
  try {
    await file.writeFile(bytes)
    await file.sync()
  } finally {
    await file.close()
  }
  await rename(temporary, join(dir, name))
  await flushFolder(dir)
}

/** Names that sort as they were given, also within a millisecond, over restarts and when the clock steps back. */
function makeNames(clock: () => Date, last: string | undefined): (hash: string) => string {
  let [stamp = '', count = 0] = last ? [last.slice(0, 24), Number(last.slice(25, 31))] : []
  return (hash) => {
    const now = clock().toISOString().replaceAll(':', '.')
    count = now > stamp ? 0 : count + 1
    if (now > stamp) stamp = now
    return `${stamp}-${String(count).padStart(6, '0')}-${hash}${ending}`
  }
}

/** Before any process writes mails: what an earlier one began and never finished goes. */
export async function prepareFileMailer(dir: string): Promise<void> {
  await mkdir(dir, { recursive: true, mode: 0o700 })
  const names = await readdir(dir)
  await Promise.all(names.filter((name) => name.endsWith(unfinished)).map((name) => rm(join(dir, name), { force: true })))
}

export async function createFileMailer(options: { dir: string; config: MailConfig; clock: () => Date }): Promise<Mailer> {
  const { dir, config, clock } = options
  await mkdir(dir, { recursive: true, mode: 0o700 })
  const names = (await readdir(dir)).filter((name) => name.endsWith(ending)).sort()
  const nextName = makeNames(clock, names.at(-1))
  const kept = new Map<string, Promise<void>>(names.map((name) => [hashInName(name), Promise.resolve()]))
  /** Of mails that are not known to be kept: a failure may have come after the file, so the next try writes over it. */
  const given = new Map<string, string>()
  const composer = createTransport({ streamTransport: true, buffer: true, newline: 'windows' })

  async function keep(mail: Mail, hash: string): Promise<void> {
    // Taken before the first wait: names follow the order of the calls.
    const name = given.get(hash) ?? nextName(hash)
    given.set(hash, name)
    const { message } = await composer.sendMail(messageOf(mail, config, clock()))
    await writeWhole(dir, name, message as Buffer)
    given.delete(hash)
  }
  return {
    send: (mail) => {
      const hash = idHash(mail.messageId)
      const known = kept.get(hash)
      if (known) return known
      const written = keep(mail, hash)
      kept.set(hash, written)
      written.catch(() => kept.delete(hash))
      return written
    },
    probe: async () => {},
    close: async () => composer.close(),
  }
}
