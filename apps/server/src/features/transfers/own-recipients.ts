/** Who has a sent transfer, as its account decides (T9): people come, are corrected, go, and are mailed again or reminded. */
import { Problem } from '@sampan/contract/errors'
import { planOf, planRole } from '@sampan/contract/plans'
import { inTransaction, type Transaction } from '../../db/connect.ts'
import type { SignedIn } from '../../http/actor.ts'
import { takeRate, takeRates } from '../../http/rate-limit.ts'
import { giveUpKey } from '../../jobs/queue.ts'
import type { Services } from '../../services.ts'
import { checkMaySendAs } from '../accounts/index.ts'
import { holdOwner } from '../owners/index.ts'
import { addEvent, addEvents, wasRemoved } from '../timeline/index.ts'
import * as change from './change-recipients.ts'
import { type MailAbout, mailKey } from './job-names.ts'
import type { RecipientRow, TransferRow } from './queries.ts'
import * as queries from './queries-recipients.ts'
import { takenBy } from './queries-taken.ts'
import { refreshText } from './queries-text.ts'
import { requireActive } from './transfer-status.ts'

type Deps = Pick<Services, 'db' | 'clock' | 'config' | 'secrets'>
type Owner = Awaited<ReturnType<typeof holdOwner>>
type OnePerson = { slug: string; recipientId: string }
type NewPerson = { email: string; name?: string | undefined; company?: string | undefined }

/** Under the transfer's lock, with role and status as they are then. */
function withOwn(
  { db }: Deps,
  actor: SignedIn,
  slug: string,
  act: (tx: Transaction, transfer: TransferRow, owner: Owner) => Promise<unknown>,
): Promise<void> {
  requireActive(actor.status)
  return inTransaction(db, async (tx) => {
    const transfer = await queries.lockOwn(tx, { slug, actor, action: 'change' })
    if (!transfer) throw new Problem('notYours')
    const owner = await holdOwner(tx, transfer.ownerId)
    requireActive(owner.status)
    if (transfer.state === 'takenDown') throw new Problem('transferTakenDown')
    await act(tx, transfer, owner)
  })
}

/** Who has it already is passed over, so that repeating it mails nobody twice. The month counts the transfer once (U8). */
export const addRecipients = (deps: Deps, actor: SignedIn, slug: string, emailTo: NewPerson[]): Promise<void> =>
  withOwn(deps, actor, slug, async (tx, transfer, owner) => {
    await checkMaySendAs(tx, owner, actor.userId)
    change.requireMailable(deps, transfer, owner.status)
    const people = new Map(emailTo.map((person) => [person.email, person]))
    for (const email of await queries.emailsAmong(tx, transfer.id, [...people.keys()])) people.delete(email)
    if (people.size === 0) return
    const limit = planOf(owner).recipients
    if ((await queries.countRecipients(tx, transfer.id)) + people.size > limit)
      throw new Problem('tooManyRecipients', { role: planRole(owner.role), limit })
    const at = deps.clock()
    await takeRates(tx, deps.config.rateLimits.transferMails, transfer.id, at, people.size)
    const added = await change.insertPeople(tx, deps, transfer, [...people.values()])
    await refreshText(tx, transfer.id)
    const events = added.map(
      (recipient) => ({ kind: 'recipientAdded', actor: 'sender', by: actor.userId, at, recipient }) as const,
    )
    await addEvents(tx, transfer.id, events)
  })

/** What the old address downloaded stays in the timeline. Repeating it changes nothing. */
export const correctRecipient = (
  deps: Deps,
  actor: SignedIn,
  { slug, recipientId, email }: OnePerson & { email: string },
): Promise<void> =>
  withOwn(deps, actor, slug, async (tx, transfer, owner) => {
    change.requireMailable(deps, transfer, owner.status)
    const before = await queries.findRecipientOf(tx, transfer.id, recipientId)
    const isTaken = (await queries.emailsAmong(tx, transfer.id, [email])).length > 0
    if (before ? before.email === email : isTaken) return
    if (!before) throw new Problem('notYours')
    if (isTaken) throw new Problem('recipientTwice')
    await takeRate(tx, deps.config.rateLimits.transferMails, transfer.id, deps.clock())
    await change.replaceRecipient(tx, deps, transfer, { before, email, by: actor.userId })
  })

/** The link stops at once, and a mail that has not left does not leave. Repeating it changes nothing. */
export const removeRecipient = (deps: Deps, actor: SignedIn, { slug, recipientId }: OnePerson): Promise<void> =>
  withOwn(deps, actor, slug, async (tx, transfer) => {
    const recipient = await queries.findRecipientOf(tx, transfer.id, recipientId)
    if (!recipient) {
      if (await wasRemoved(tx, transfer.id, recipientId)) return
      throw new Problem('notYours')
    }
    const at = deps.clock()
    await queries.deleteRecipient(tx, transfer.id, recipientId)
    await giveUpKey(tx, mailKey(recipientId))
    await refreshText(tx, transfer.id)
    await addEvent(tx, { transferId: transfer.id, kind: 'recipientRemoved', actor: 'sender', by: actor.userId, at, recipient })
  })

/** Repeating it while the mail is under way changes nothing; nobody who has downloaded is reminded, nobody who has the newest version is told of it. */
export const mailRecipient = (
  deps: Deps,
  actor: SignedIn,
  { slug, recipientId, kind, requestKey }: OnePerson & { kind: keyof typeof abouts; requestKey: string | undefined },
): Promise<void> =>
  withOwn(deps, actor, slug, async (tx, transfer, owner) => {
    change.requireMailable(deps, transfer, owner.status)
    if (transfer.state === 'uploading') throw new Problem('transferUploading')
    const recipient = await queries.findRecipientOf(tx, transfer.id, recipientId)
    if (!recipient) throw new Problem('notYours')
    if (kind === 'remind' && recipient.downloadedAt) return
    if (kind === 'newVersion' && !(await hasOlder(tx, transfer, recipient))) return
    const about = abouts[kind]
    await change.mailAgain(tx, deps, {
      ownerId: transfer.ownerId,
      recipient,
      about,
      by: actor.userId,
      rates: ratesOf(recipient, about),
      requestKey,
    })
  })

const abouts = { resend: null, remind: 'reminder', newVersion: 'newVersion' } as const

/** They had everything once, and have not yet what has changed since. */
async function hasOlder(tx: Transaction, transfer: TransferRow, { id, downloadedAt }: RecipientRow): Promise<boolean> {
  const taken = downloadedAt ? await takenBy(tx, transfer, id) : undefined
  return taken !== undefined && taken.version < transfer.version && taken.files < taken.of
}

const ratesOf = ({ id, transferId }: RecipientRow, about: MailAbout | null): Parameters<typeof change.mailAgain>[2]['rates'] => [
  [about ? 'recipientReminder' : 'manageResend', id],
  ['transferMails', transferId],
]
