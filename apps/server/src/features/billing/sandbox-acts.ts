/** Driving the sandbox for the caller's own customer; with a real provider these addresses do not exist (P4). */
import { Problem } from '@sampan/contract/errors'
import type { Bought } from '@sampan/contract/routes/billing'
import type { RouteInput } from '@sampan/contract/routes/route'
import type { sandboxCard, sandboxCheckout, sandboxConfirm } from '@sampan/contract/routes/sandbox'
import { PaymentRefused, type SandboxVerbs } from '../../adapters/payments/payments.ts'
import type { SignedIn } from '../../http/actor.ts'
import { ensureCustomer } from './customer.ts'
import { type Needs, requireMayPay } from './needs.ts'
import { boughtBy, purchase } from './purchase.ts'
import { readAgain } from './read-again.ts'
import { remindAll } from './remind.ts'
import { makeTrial } from './trial.ts'

function sandboxOf({ payments }: Needs): SandboxVerbs {
  if (!payments.sandbox) throw new Problem('notFound')
  return payments.sandbox
}

export async function takeCard(
  needs: Needs,
  actor: SignedIn,
  card: RouteInput<typeof sandboxCard>['body'],
): Promise<{ paymentMethodId: string }> {
  const sandbox = sandboxOf(needs)
  requireMayPay(actor)
  const customerId = await ensureCustomer(needs, actor.ownerId)
  return { paymentMethodId: await withField('number', sandbox.takeCard(customerId, card)) }
}

/** The sandbox, and who the caller is to it. */
async function payerOf(needs: Needs, actor: SignedIn) {
  const sandbox = sandboxOf(needs)
  requireMayPay(actor)
  return { sandbox, customerId: await ensureCustomer(needs, actor.ownerId) }
}

export async function confirm(
  needs: Needs,
  actor: SignedIn,
  { clientSecret, isAllowed }: RouteInput<typeof sandboxConfirm>['body'],
): Promise<Bought> {
  const { sandbox, customerId } = await payerOf(needs, actor)
  return boughtBy(needs, actor.ownerId, customerId, await sandbox.confirm(customerId, clientSecret, isAllowed))
}

export async function finishCheckout(
  needs: Needs,
  actor: SignedIn,
  { clientSecret, paymentMethodId, promotionCode = null }: RouteInput<typeof sandboxCheckout>['body'],
): Promise<Bought> {
  const { sandbox, customerId } = await payerOf(needs, actor)
  const paid = { paymentMethodId, promotionCode }
  const finish = () => withField('promotionCode', sandbox.finishCheckout(customerId, clientSecret, paid))
  return purchase(needs, actor.ownerId, { kind: 'checkout', clientSecret }, async () =>
    boughtBy(needs, actor.ownerId, customerId, await finish()),
  )
}

/** What is not right is told beside its field. */
async function withField<T>(field: string, work: Promise<T>): Promise<T> {
  try {
    return await work
  } catch (error) {
    const isField = error instanceof PaymentRefused && error.reason === 'invalid'
    throw isField ? new Problem('invalidInput', {}, { fields: { [field]: 'invalid' } }) : error
  }
}

/** In steps, a day or more each, so that mails that come before an end are sent before it. */
const stepSeconds = (seconds: number): number => Math.max(86_400, Math.ceil(seconds / 40))

export async function passTime(needs: Needs, { ownerId }: SignedIn, advanceSeconds: number): Promise<{ nowAt: number }> {
  const sandbox = sandboxOf(needs)
  await makeTrial(needs, ownerId)
  const customerId = await ensureCustomer(needs, ownerId)
  let now = needs.clock()
  const step = stepSeconds(advanceSeconds)
  for (let left = advanceSeconds; left > 0; left -= step) {
    now = await sandbox.passTime(customerId, Math.min(left, step))
    await readAgain(needs, ownerId)
    await remindAll(needs)
  }
  return { nowAt: now.getTime() }
}
