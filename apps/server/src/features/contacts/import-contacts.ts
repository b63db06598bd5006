/** Many contacts at once: all or nothing, and the same again changes nothing. */
import { Problem } from '@sampan/contract/errors'
import type { importContacts as route } from '@sampan/contract/routes/contacts'
import type { RouteAnswer, RouteInput } from '@sampan/contract/routes/route'
import { gatherEntries } from '@sampan/contract/rules/contacts'
import { inTransaction } from '../../db/connect.ts'
import type { SignedIn } from '../../http/actor.ts'
import { lockedHolder, type Needs } from './change-contacts.ts'
import { contactsLeft } from './keep-recipients.ts'
import * as queries from './queries.ts'
import { addMembers, findGroup } from './queries-groups.ts'

type Input = RouteInput<typeof route>['body']

/** Those that this very import brought, now or the time before, count as added. */
export async function importContacts(
  { db, clock }: Needs,
  { ownerId }: Pick<SignedIn, 'ownerId'>,
  { importKey, contacts, groupId }: Input,
): Promise<RouteAnswer<typeof route>> {
  const { contacts: given } = gatherEntries(contacts.map((entry, line) => ({ ...entry, line, text: entry.email })))
  return inTransaction(db, async (tx) => {
    const holder = await lockedHolder(tx, ownerId)
    if (groupId && !(await findGroup(tx, ownerId, groupId))) throw new Problem('notYours')
    const before = await queries.knownAmong(tx, ownerId, given)
    await queries.fillInContacts(tx, ownerId, given)
    const addresses = new Set(before.map(({ email }) => email))
    const fresh = given.filter(({ email }) => !addresses.has(email))
    const left = await contactsLeft(tx, ownerId, holder)
    await queries.insertContacts(tx, ownerId, fresh.slice(0, left ?? fresh.length), { now: clock(), importKey })
    const kept = await queries.knownAmong(tx, ownerId, given)
    const ids = kept.map(({ id }) => id)
    if (groupId) await addMembers(tx, ownerId, groupId, ids)
    const added = kept.filter((each) => each.importKey === importKey).length
    return { added, known: kept.length - added, leftOut: given.length - kept.length }
  })
}

export async function knownContacts({ db }: Needs, { ownerId }: Pick<SignedIn, 'ownerId'>, emails: string[]) {
  const found = await queries.knownAmong(
    db,
    ownerId,
    emails.map((email) => ({ email })),
  )
  return { known: found.map(({ email }) => email) }
}
