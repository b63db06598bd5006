/** Adding, changing, deleting and merging contacts. Each is the account's own; a foreign one is unknown. */
import { Problem } from '@sampan/contract/errors'
import { type PlanHolder, planOf, planRole } from '@sampan/contract/plans'
import type { addContact as addRoute, Contact, changeContact as changeRoute } from '@sampan/contract/routes/contacts'
import type { RouteInput } from '@sampan/contract/routes/route'
import { type ContactEntry, fillIn } from '@sampan/contract/rules/contacts'
import { inTransaction, type Transaction } from '../../db/connect.ts'
import type { SignedIn } from '../../http/actor.ts'
import type { Services } from '../../services.ts'
import { contactsLeft } from './keep-recipients.ts'
import * as queries from './queries.ts'
import { joinGroups, setGroups } from './queries-groups.ts'

export type Needs = Pick<Services, 'db' | 'clock'>
type Who = Pick<SignedIn, 'ownerId'>

export const shown = ({ id, lastSentAt, ...row }: queries.ListedContact): Contact => ({
  ...row,
  _id: id,
  lastSentAt: lastSentAt?.getTime() ?? null,
})

/** What its limits hang on. */
export async function lockedHolder(tx: Transaction, ownerId: string): Promise<PlanHolder> {
  const holder = await queries.lockContacts(tx, ownerId)
  if (holder === undefined) throw new Problem('notYours')
  return holder
}

async function ownContact(tx: Transaction, { ownerId }: Who, id: string): Promise<queries.ListedContact> {
  const found = await queries.findContact(tx, ownerId, id)
  if (!found) throw new Problem('notYours')
  return found
}

const trimmed = <Text extends Partial<ContactEntry>>(text: Text): Text =>
  Object.fromEntries(Object.entries(text).map(([key, value]) => [key, value?.trim()])) as Text

const isSame = (row: queries.ContactRow, { name, company, note }: Omit<ContactEntry, 'email'>): boolean =>
  row.name === name && row.company === company && row.note === note

/** Repeated it tells what is there; somebody else's words for the same address are not overwritten. */
export async function addContact(
  { db, clock }: Needs,
  actor: Who,
  { groupIds, email, language, ...text }: RouteInput<typeof addRoute>['body'],
): Promise<{ contact: Contact }> {
  const { ownerId } = actor
  const about = trimmed(text)
  return inTransaction(db, async (tx) => {
    const holder = await lockedHolder(tx, ownerId)
    const there = await queries.contactOfAddress(tx, ownerId, email)
    if (there && !isSame(there, about)) throw new Problem('contactTwice', {}, { fields: { email: 'invalid' } })
    if (!there) {
      if ((await contactsLeft(tx, ownerId, holder)) === 0)
        throw new Problem('contactsFull', { role: planRole(holder.role), limit: planOf(holder).contacts })
      await queries.insertContacts(tx, ownerId, [{ email, ...about, language }], { now: clock() })
    }
    const { id } = (await queries.contactOfAddress(tx, ownerId, email))!
    if (!there || groupIds.length) await setGroups(tx, ownerId, id, groupIds)
    return { contact: shown(await ownContact(tx, actor, id)) }
  })
}

/** An address of others is refused; one that it answers to already becomes its own. */
export async function changeContact(
  { db }: Needs,
  actor: Who,
  id: string,
  { groupIds, email, language, ...text }: RouteInput<typeof changeRoute>['body'],
): Promise<{ contact: Contact }> {
  const { ownerId } = actor
  return inTransaction(db, async (tx) => {
    await lockedHolder(tx, ownerId)
    const before = await ownContact(tx, actor, id)
    if (email && (await queries.contactOfAddress(tx, ownerId, email, id)))
      throw new Problem('contactTwice', {}, { fields: { email: 'invalid' } })
    const set = {
      ...trimmed(text),
      ...(language !== undefined && { language }),
      ...(email && { email, otherEmails: before.otherEmails.filter((other) => other !== email) }),
    }
    if (Object.keys(set).length) await queries.updateContact(tx, id, set)
    if (groupIds) await setGroups(tx, ownerId, id, groupIds)
    return { contact: shown(await ownContact(tx, actor, id)) }
  })
}

export async function deleteContact({ db }: Needs, { ownerId }: Who, id: string): Promise<{ ok: true }> {
  if (!(await queries.deleteContacts(db, ownerId, [id]))) throw new Problem('notYours')
  return { ok: true }
}

const later = (a: Date | null, b: Date | null): Date | null => (!a || (b && b > a) ? b : a)

/** One that stays has what the others had. */
const joined = (kept: queries.ContactRow, others: readonly queries.ContactRow[]): queries.ContactRow => ({
  ...others.reduce(fillIn, kept),
  otherEmails: [...new Set([...kept.otherEmails, ...others.flatMap(({ email, otherEmails }) => [email, ...otherEmails])])],
  timesSent: others.reduce((sum, { timesSent }) => sum + timesSent, kept.timesSent),
  lastSentAt: others.reduce((last, { lastSentAt }) => later(last, lastSentAt), kept.lastSentAt),
})

/** Those that are gone already were merged by the same call before. */
export async function mergeContacts({ db }: Needs, actor: Who, id: string, contactIds: string[]): Promise<{ contact: Contact }> {
  const { ownerId } = actor
  return inTransaction(db, async (tx) => {
    await lockedHolder(tx, ownerId)
    const { groupIds: _, ...kept } = await ownContact(tx, actor, id)
    const others = (await queries.contactsOfIds(tx, ownerId, contactIds)).filter((other) => other.id !== id)
    if (others.length) {
      const ids = others.map((other) => other.id)
      await joinGroups(tx, id, ids)
      const { name, company, note, otherEmails, timesSent, lastSentAt } = joined(kept, others)
      await queries.deleteContacts(tx, ownerId, ids)
      await queries.updateContact(tx, id, { name, company, note, otherEmails, timesSent, lastSentAt })
    }
    return { contact: shown(await ownContact(tx, actor, id)) }
  })
}
