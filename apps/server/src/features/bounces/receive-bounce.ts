/** A delivery-status mail of one recipient (T10). It may come twice, from anybody and in any shape: at worst it is counted and forgotten. */
import { inTransaction } from '../../db/connect.ts'
import { type RateRule, takeRateIfLeft } from '../../http/rate-limit.ts'
import type { Services } from '../../services.ts'
import { findSupplier, noteSupplierBounce } from '../requests/index.ts'
import { findRecipient, noteBounce, noteDelay, readBounceAddress } from '../transfers/index.ts'

/**
 * `known`: said before, or its mail goes out anew just now. `foreign`: to no address of ours, or of a recipient who is gone or has another
 * address. `unread`: no report that we can read. `tooMany`: more than an address is sent, and not looked at.
 */
export const bounceOutcomes = ['bounced', 'delayed', 'known', 'foreign', 'unread', 'tooMany'] as const
export type BounceOutcome = (typeof bounceOutcomes)[number]

type Deps = Pick<Services, 'db' | 'bounces' | 'config' | 'secrets' | 'clock' | 'log' | 'metrics'>

export async function receiveBounce(services: Deps, address: string, bytes: Buffer): Promise<BounceOutcome> {
  const outcome = await decide(services, address, bytes)
  services.metrics.countBy('bounces', outcome)
  services.log.info({ outcome, bytes: bytes.length }, 'a mail came back')
  return outcome
}

/** The address is signed, but it is told to every server on the mail's way, and whoever has it may write to it. */
const mayCome = async (db: Deps['db'], rule: RateRule, recipientId: string, now: Date): Promise<boolean> =>
  (await inTransaction(db, (tx) => takeRateIfLeft(tx, rule, recipientId, now))) !== null

async function decide({ db, bounces, config, secrets, clock }: Deps, address: string, bytes: Buffer): Promise<BounceOutcome> {
  const token = readBounceAddress(config, address)
  const recipient = token && (await findRecipient(db, { id: token.recipientId }))
  const supplier = token && !recipient ? await findSupplier(db, { id: token.recipientId }) : undefined
  const email = recipient?.email ?? supplier?.email
  if (!email || !token?.isOf(secrets.bounce, email)) return 'foreign'
  if (!(await mayCome(db, config.rateLimits.bounceAddress, token.recipientId, clock()))) return 'tooMany'
  const report = await bounces.readReport(bytes)
  if (!report) return 'unread'
  const { action, reason } = report
  const isNews = await inTransaction(db, async (tx) => {
    // A delay of a request's mail is told by nothing: it still counts as sent.
    if (supplier) return action === 'failed' && noteSupplierBounce(tx, supplier, reason)
    return (action === 'failed' ? noteBounce : noteDelay)(tx, recipient!.id, reason, clock())
  })
  return !isNews ? 'known' : report.action === 'failed' ? 'bounced' : 'delayed'
}
