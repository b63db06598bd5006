/** `request ask`: files asked of people by mail, or of anybody by one link (R1). Whatever is retried, nobody is asked twice. */
import { createHash, randomUUID } from 'node:crypto'
import { join } from 'node:path'
import { createRequest, type RequestDetail } from '@sampan/contract/routes/requests'
import { type Account, accountFor, once } from '../account/sign-in.ts'
import { askedSecret } from '../ask-secret.ts'
import type { Context } from '../context.ts'
import { readOwnJson, removeOwn, writeOwnJson } from '../own-files.ts'
import { stateDir } from '../places.ts'
import { isoOf } from '../show/words.ts'
import type { AskWish } from '../wishes.ts'
import { withRetries } from '../with-retries.ts'

/** Kept until the server has answered: the same words go on with a run whose answer was lost. A time that was given by its length is one of them. */
function keptKey(
  context: Context,
  { server, userId }: Account,
  { password: _, ...wish }: AskWish,
): { key: string; forget: () => void } {
  const name = createHash('sha256')
    .update(JSON.stringify({ server, userId, ...wish }))
    .digest('hex')
    .slice(0, 40)
  const path = join(stateDir(context.world), 'asking', `${name}.json`)
  const key = readOwnJson<{ key: string }>(path)?.key ?? randomUUID()
  writeOwnJson(path, { key })
  return { key, forget: () => removeOwn(path) }
}

function bodyOf(
  { language, world }: Context,
  { title, to, documents, message, due, expirySeconds, password }: AskWish,
  requestKey: string,
) {
  return {
    title,
    message,
    documents: documents.map((name) => ({ name })),
    sendAs: to.length > 0 ? ('email' as const) : ('link' as const),
    emailTo: to.map((email) => ({ email })),
    language,
    dueAt: due && ('at' in due ? due.at : world.now() + due.seconds * 1000),
    ...(expirySeconds !== null && { expirySeconds }),
    ...(password !== null && { password }),
    requestKey,
  }
}

function tell({ show }: Context, { request }: RequestDetail, server: string, to: readonly string[]): void {
  const link = request.linkUrl && new URL(request.linkUrl, server).href
  show.event('asked', { slug: request.slug, title: request.title, link, people: to.length, dueAt: isoOf(request.dueAt) })
  if (to.length > 0) show.note('askedOf', { count: to.length })
  if (link) show.result(link)
}

export async function ask(context: Context, asked: AskWish): Promise<void> {
  const account = await accountFor(context, asked)
  const password = await askedSecret(context.world, asked.password, '--password', 'typePassword', context.language)
  const wish = { ...asked, password }
  const { key, forget } = keptKey(context, account, wish)
  const body = bodyOf(context, wish, key)
  const made = await withRetries(context, () => account.api.call(createRequest, { body, ...once(context) }))
  forget()
  tell(context, made, account.server, wish.to)
}
