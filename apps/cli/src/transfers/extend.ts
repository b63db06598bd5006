/** `extend`: how long a link lives, from now on or until a day (T2). */
import { editTransfer } from '@sampan/contract/routes/transfer-detail'
import { accountFor, once } from '../account/sign-in.ts'
import type { Context } from '../context.ts'
import { onTransfer } from '../find.ts'
import { expiryWords, isoOf } from '../show/words.ts'
import type { ExtendWish } from '../wishes.ts'
import { withRetries } from '../with-retries.ts'

export async function extend(context: Context, wish: ExtendWish): Promise<void> {
  const { show, language } = context
  const account = await accountFor(context, wish)
  const { until } = wish
  const body = 'at' in until ? { expiryDate: until.at } : { expirySeconds: until.seconds }
  const change = (slug: string) =>
    withRetries(context, () => account.api.call(editTransfer, { params: { slug }, body, ...once(context) }))
  const { transfer } = await onTransfer(context, account, wish.transfer, change)
  show.event('extended', { slug: transfer.slug, expiresAt: isoOf(transfer.expiryDate) })
  show.note('extended', { name: transfer.title || transfer.fileName, when: expiryWords(transfer, language) })
}
