/** `share`: the link of a transfer, more recipients for it, and what its sender may set of it (T2). */
import { copyLink, getQs, type TransferRecord } from '@sampan/contract/routes/dashboard'
import { addRecipients, editTransfer } from '@sampan/contract/routes/transfer-detail'
import { type Account, accountFor, once } from '../account/sign-in.ts'
import { askedSecret } from '../ask-secret.ts'
import type { Context } from '../context.ts'
import { Stop } from '../failure.ts'
import { onTransfer } from '../find.ts'
import type { Changes, ShareWish } from '../wishes.ts'
import { withRetries } from '../with-retries.ts'
import { linkOf } from './list.ts'

type Shared = { slug: string; record: TransferRecord | null; opened: string | null }

async function read(context: Context, { api }: Account, slug: string): Promise<TransferRecord | null> {
  const { allDocs } = await withRetries(context, () => api.call(getQs, { query: { slug }, ...once(context) }))
  return allDocs[0] ?? null
}

/** A password first: nobody is mailed the link before it holds. */
async function shareAs(context: Context, account: Account, slug: string, wish: ShareWish): Promise<Shared> {
  const { api } = account
  const params = { slug }
  let record: TransferRecord | null = null
  if (Object.keys(wish.changes).length > 0) {
    const args = { params, body: wish.changes, ...once(context) }
    record = (await withRetries(context, () => api.call(editTransfer, args))).transfer
  }
  if (wish.to.length > 0) {
    const args = { params, body: { emailTo: wish.to.map((email) => ({ email })) }, ...once(context) }
    record = (await withRetries(context, () => api.call(addRecipients, args))).transfer
  }
  if (wish.opensLink) {
    const { linkUrl } = await withRetries(context, () => api.call(copyLink, { params, ...once(context) }))
    return { slug, record, opened: linkUrl }
  }
  return { slug, record: record ?? (await read(context, account, slug)), opened: null }
}

async function withSecret({ world, language }: Context, changes: Changes): Promise<Changes> {
  if (typeof changes.password !== 'string') return changes
  return { ...changes, password: await askedSecret(world, changes.password, '--password', 'typePassword', language) }
}

export async function share(context: Context, asked: ShareWish): Promise<void> {
  const { show } = context
  const account = await accountFor(context, asked)
  const wish = { ...asked, changes: await withSecret(context, asked.changes) }
  const { slug, record, opened } = await onTransfer(context, account, wish.transfer, (id) => shareAs(context, account, id, wish))
  const link = opened ? new URL(opened, account.server).href : record && linkOf(record, account.server)
  const isChanged = Object.keys(wish.changes).length > 0
  if (!link && !isChanged && wish.to.length === 0) throw new Stop('refused', 'linkNotOpen')
  show.event('shared', { slug, link, added: wish.to.length, isChanged })
  if (isChanged) show.note('changed')
  if (wish.to.length > 0) show.note('sent', { count: wish.to.length })
  if (link) show.result(link)
}
