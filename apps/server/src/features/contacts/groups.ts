import { Problem } from '@sampan/contract/errors'
import { contactsLimits } from '@sampan/contract/limits'
import type { ContactGroup } from '@sampan/contract/routes/contacts'
import { inTransaction, type Transaction } from '../../db/connect.ts'
import type { SignedIn } from '../../http/actor.ts'
import { lockedHolder, type Needs } from './change-contacts.ts'
import * as queries from './queries-groups.ts'

type Who = Pick<SignedIn, 'ownerId'>
type Answer = { group: ContactGroup }

export const shownGroup = ({ id, ...group }: queries.GroupRow): ContactGroup => ({ ...group, _id: id })

async function ownGroup(tx: Transaction, { ownerId }: Who, id: string): Promise<queries.GroupRow> {
  const found = await queries.findGroup(tx, ownerId, id)
  if (!found) throw new Problem('notYours')
  return found
}

/** A name that is there already is that group. */
export async function addGroup({ db, clock }: Needs, { ownerId }: Who, name: string): Promise<Answer> {
  return inTransaction(db, async (tx) => {
    await lockedHolder(tx, ownerId)
    const there = await queries.groupOfName(tx, ownerId, name)
    if (there) return { group: shownGroup(there) }
    const limit = contactsLimits.groups
    if ((await queries.countGroups(tx, ownerId)) >= limit) throw new Problem('tooManyGroups', { limit })
    const id = await queries.insertGroup(tx, { ownerId, name, createdAt: clock() })
    return { group: { _id: id, name, count: 0 } }
  })
}

export async function renameGroup({ db }: Needs, who: Who, id: string, name: string): Promise<Answer> {
  return inTransaction(db, async (tx) => {
    await lockedHolder(tx, who.ownerId)
    const group = await ownGroup(tx, who, id)
    const there = await queries.groupOfName(tx, who.ownerId, name)
    if (there && there.id !== id) throw new Problem('groupTwice', {}, { fields: { name: 'invalid' } })
    await queries.renameGroup(tx, id, name)
    return { group: shownGroup({ ...group, name }) }
  })
}

export async function deleteGroup({ db }: Needs, { ownerId }: Who, id: string): Promise<{ ok: true }> {
  if (!(await queries.deleteGroup(db, ownerId, id))) throw new Problem('notYours')
  return { ok: true }
}

export async function changeMembers(
  { db }: Needs,
  who: Who,
  id: string,
  { contactIds, isMember }: { contactIds: string[]; isMember: boolean },
): Promise<Answer> {
  return inTransaction(db, async (tx) => {
    await ownGroup(tx, who, id)
    if (isMember) await queries.addMembers(tx, who.ownerId, id, contactIds)
    else await queries.removeMembers(tx, id, contactIds)
    return { group: shownGroup(await ownGroup(tx, who, id)) }
  })
}
