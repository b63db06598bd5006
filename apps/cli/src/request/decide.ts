/** `request accept` and `request reject`: what is said of received files (R3); `request close`: nothing more is taken. */
import { decideFiles } from '@sampan/contract/routes/request-following'
import { changeRequest } from '@sampan/contract/routes/requests'
import { type Account, accountFor, once } from '../account/sign-in.ts'
import type { Context } from '../context.ts'
import { Stop } from '../failure.ts'
import { onRequest } from '../find.ts'
import type { DecideWish, RequestCloseWish } from '../wishes.ts'
import { withRetries } from '../with-retries.ts'
import { allSuppliers, chosenFiles, chosenSuppliers, newestOf } from './suppliers.ts'

/** So many the server takes at once. */
const filesAtOnce = 1000

async function undecided(context: Context, account: Account, slug: string, { from, files }: DecideWish): Promise<string[]> {
  const suppliers = chosenSuppliers(await allSuppliers(context, account, slug), from)
  const waiting = newestOf(suppliers).filter(({ file }) => file.decision === 'received')
  return chosenFiles(waiting, files).map(({ file }) => file.fileId)
}

export async function decide(context: Context, wish: DecideWish): Promise<void> {
  const { show } = context
  const account = await accountFor(context, wish)
  const decision = wish.name === 'request accept' ? 'accepted' : 'rejected'
  const { slug, fileIds } = await onRequest(context, account, wish.request, async (id) => ({
    slug: id,
    fileIds: await undecided(context, account, id, wish),
  }))
  if (fileIds.length === 0) throw new Stop('failed', 'nothingToDecide')
  for (let at = 0; at < fileIds.length; at += filesAtOnce) {
    const body = { fileIds: fileIds.slice(at, at + filesAtOnce), decision, reason: wish.reason } as const
    await withRetries(context, () => account.api.call(decideFiles, { params: { slug }, body, ...once(context) }))
  }
  show.event('decided', { slug, decision, files: fileIds.length })
  show.note(decision, { count: fileIds.length })
}

export async function closeRequest(context: Context, wish: RequestCloseWish): Promise<void> {
  const account = await accountFor(context, wish)
  const close = (slug: string) =>
    withRetries(context, () => account.api.call(changeRequest, { params: { slug }, body: { state: 'closed' }, ...once(context) }))
  const { request } = await onRequest(context, account, wish.request, close)
  context.show.event('closed', { slug: request.slug })
  context.show.note('closed', { name: request.title || context.show.sentence('untitled') })
}
