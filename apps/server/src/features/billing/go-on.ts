/** A purchase that nobody knows the end of is tried again, under its key, until it is known or no longer waited for. */
import { Problem } from '@sampan/contract/errors'
import { PaymentRefused, PaymentsAway } from '../../adapters/payments/payments.ts'
import { addJob } from '../../jobs/queue.ts'
import { ownerStatusOf } from '../owners/index.ts'
import { buy } from './buy.ts'
import { keepCard, payByCard } from './cards.ts'
import { makeSwitch } from './change-plan.ts'
import { type PurchasePayload, purchaseJob, purchaseJobKey } from './job-names.ts'
import type { Needs } from './needs.ts'
import { settle } from './purchase.ts'
import { findPurchaseKey } from './queries-billing.ts'

const againSeconds = 15

function tryAgain(needs: Needs, { ownerId, key, wish, until }: PurchasePayload): Promise<unknown> {
  const end = new Date(until)
  // What we play ourselves was answered, or died with its process.
  if (wish.kind === 'checkout') return settle(needs, ownerId, key)
  if (wish.kind === 'buy') return buy(needs, ownerId, wish, end)
  if (wish.kind === 'owed') return payByCard(needs, ownerId, wish, end)
  return wish.kind === 'card' ? keepCard(needs, ownerId, wish, end) : makeSwitch(needs, ownerId, wish, end)
}

export async function goOn(needs: Needs, payload: PurchasePayload): Promise<void> {
  const { ownerId, key, until } = payload
  const isWanted = async () => (await findPurchaseKey(needs.db, ownerId)) === key
  if (!(await isWanted())) return
  // Who is suspended, or leaves, buys nothing any more.
  const isResting = (await ownerStatusOf(needs.db, ownerId)) === 'revoke'
  if (isResting || needs.clock() > new Date(until)) return settle(needs, ownerId, key)
  try {
    await tryAgain(needs, payload)
  } catch (error) {
    if (!(error instanceof PaymentsAway || error instanceof PaymentRefused || error instanceof Problem)) throw error
    needs.log.info({ err: error, ownerId }, 'a purchase that was tried again')
    // Whoever is at it still holds it.
    const isHeld = error instanceof Problem && error.code === 'paymentUnderWay' && (await isWanted())
    if (isHeld) await addJob(needs.db, purchaseJob, payload, { key: purchaseJobKey(ownerId), afterSeconds: againSeconds })
  }
}
