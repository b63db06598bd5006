/** What the dashboard (T9) and the manage link (Q22) do to the people of a sent transfer alike. The transfer is locked. */
import { randomUUID } from 'node:crypto'
import { Problem } from '@sampan/contract/errors'
import type { Language } from '@sampan/contract/paths'
import type { RateName } from '@sampan/contract/rate-limits'
import type { OwnerStatus } from '@sampan/contract/states'
import type { Transaction } from '../../db/connect.ts'
import { takeRate } from '../../http/rate-limit.ts'
import { isRepeated } from '../../http/request-key.ts'
import { addJob, hasJob } from '../../jobs/queue.ts'
import type { Services } from '../../services.ts'
import { correctContact, keepRecipients } from '../contacts/index.ts'
import { addEvent } from '../timeline/index.ts'
import { type MailAbout, mailKey, mailRecipientJob } from './job-names.ts'
import { linkToken, tokenHash } from './link-token.ts'
import { takeMailRates } from './mail-rates.ts'
import * as queries from './queries.ts'
import * as recipientQueries from './queries-recipients.ts'
import { refreshText } from './queries-text.ts'
import { requireActive, statusOf } from './transfer-status.ts'

type Deps = Pick<Services, 'clock' | 'config' | 'secrets'>
type Person = { email: string; name?: string | null | undefined; company?: string | null | undefined }

const refusals = {
  expired: 'transferExpired',
  takenDown: 'transferTakenDown',
  disabled: 'transferDisabled',
  limitReached: 'transferDisabled',
} as const

/** Its links open, or will once it is whole. */
export function requireMailable({ clock }: Deps, transfer: queries.TransferRow, ownerStatus: OwnerStatus): void {
  requireActive(ownerStatus)
  const status = statusOf(transfer, ownerStatus, clock())
  if (status !== 'active' && status !== 'uploading') throw new Problem(refusals[status])
}

/** Their mails leave at once, or when the transfer is whole. An account keeps them as contacts, who tell what the call does not; `unlessKnown` what neither tells. */
export async function insertPeople(
  tx: Transaction,
  deps: Deps,
  { id: transferId, state, ownerId, authorId }: queries.TransferRow,
  people: readonly Person[],
  { language = null, ...unlessKnown }: Omit<Person, 'email'> & { language?: Language | null | undefined } = {},
): Promise<{ id: string; email: string }[]> {
  const sending = { ownerId, recipients: people, now: deps.clock(), language }
  const named = authorId ? await keepRecipients(tx, sending) : people.map((person) => ({ ...person, language }))
  const rows = named.map(({ email, name, company, language: spoken }) => {
    const id = randomUUID()
    return {
      id,
      transferId,
      email,
      name: name?.trim() || unlessKnown.name || null,
      company: company?.trim() || unlessKnown.company || null,
      language: spoken,
      tokenHash: tokenHash(linkToken(deps.secrets.link, id)),
    }
  })
  await queries.insertRecipients(tx, rows)
  if (state === 'active') for (const { id } of rows) await addJob(tx, mailRecipientJob, { recipientId: id }, { key: mailKey(id) })
  // Last: whoever else mails to one of them waits for the end of this transaction.
  await takeMailRates(
    tx,
    deps,
    ownerId,
    rows.map(({ email }) => email),
  )
  return rows
}

/** The old link dies with its row, from which it is derived; the new address gets a mail. */
export async function replaceRecipient(
  tx: Transaction,
  deps: Deps,
  transfer: queries.TransferRow,
  { before, email, by }: { before: queries.RecipientRow; email: string; by?: string },
): Promise<void> {
  const at = deps.clock()
  await recipientQueries.deleteRecipient(tx, transfer.id, before.id)
  if (transfer.authorId) await correctContact(tx, transfer.ownerId, { before: before.email, email, now: at })
  // An address that is known belongs to who is known by it; else to who was meant before.
  const [recipient] = await insertPeople(tx, { ...deps, clock: () => at }, transfer, [{ email }], before)
  await refreshText(tx, transfer.id)
  const detail = { before: before.email }
  await addEvent(tx, {
    transferId: transfer.id,
    kind: 'recipientCorrected',
    actor: 'sender',
    by,
    at,
    recipient: recipient!,
    detail,
  })
}

type Again = {
  ownerId: string
  recipient: queries.RecipientRow
  about: MailAbout | null
  /** The account that asks for it; none by a manage link. */
  by?: string
  rates: [RateName, string][]
  requestKey: string | undefined
}

/** A mail of its own, which no mailbox takes for the one before. False while one is under way, and for the same call once more (H3). */
export async function mailAgain(
  tx: Transaction,
  deps: Deps,
  { ownerId, recipient, about, by, rates, requestKey }: Again,
): Promise<boolean> {
  const { id: recipientId, transferId, email, mailState } = recipient
  const at = deps.clock()
  if (await isRepeated(tx, deps.config, { of: `mailAgain ${recipientId}`, requestKey }, at)) return false
  // One that waited for its sender's suspension until the transfer had ended is queued, but nothing is under way.
  const isForgotten = mailState === 'queued' && !(await hasJob(tx, mailKey(recipientId)))
  if (!(await recipientQueries.queueAgain(tx, transferId, recipientId, isForgotten))) return false
  for (const [name, key] of rates) await takeRate(tx, deps.config.rateLimits[name], key, at)
  await takeMailRates(tx, deps, ownerId, [email])
  const payload = { recipientId, again: randomUUID(), ...(about && { about }) }
  // One that was deferred waits for its next try: this one goes in its place, now.
  await addJob(tx, mailRecipientJob, payload, { key: mailKey(recipientId), isMoved: mailState === 'deferred' })
  if (about) await queries.updateRecipient(tx, recipientId, { remindedAt: at })
  const kind = about === 'reminder' ? 'reminded' : 'mailedAgain'
  await addEvent(tx, { transferId, kind, actor: 'sender', by, at, recipient: { id: recipientId, email } })
  return true
}
