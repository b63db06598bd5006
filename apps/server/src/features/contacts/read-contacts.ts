/** What lists, suggestions and a contact's history show. */
import { Problem } from '@sampan/contract/errors'
import { pageRows } from '@sampan/contract/limits'
import { planOf } from '@sampan/contract/plans'
import type * as contract from '@sampan/contract/routes/contacts'
import type { RouteAnswer, RouteInput } from '@sampan/contract/routes/route'
import type { SignedIn } from '../../http/actor.ts'
import { holderOf } from '../owners/index.ts'
import { type Needs, shown } from './change-contacts.ts'
import { shownGroup } from './groups.ts'
import * as queries from './queries.ts'
import * as groupQueries from './queries-groups.ts'

type Who = Pick<SignedIn, 'ownerId'>

export async function listContacts(
  { db }: Needs,
  { ownerId }: Who,
  { search, group, sort, skip, limit }: RouteInput<typeof contract.listContacts>['query'],
): Promise<RouteAnswer<typeof contract.listContacts>> {
  if (group && !(await groupQueries.findGroup(db, ownerId, group))) throw new Problem('notYours')
  const asked = { ownerId, search: search?.trim(), group }
  const [contacts, matchCount, allCount, holder, groups] = await Promise.all([
    queries.pageOfContacts(db, asked, { sort, skip, limit }),
    queries.countMatching(db, asked),
    queries.countContacts(db, ownerId),
    holderOf(db, ownerId),
    groupQueries.groupsOf(db, ownerId),
  ])
  return { contacts: contacts.map(shown), matchCount, allCount, most: planOf(holder).contacts, groups: groups.map(shownGroup) }
}

const suggested = { contacts: 6, groups: 3 } as const

/** A group is told with as many members as its owner's plan lets one send to, and one more, so that the page can say that it is too many. */
export async function suggestContacts(
  { db }: Needs,
  actor: Pick<SignedIn, 'ownerId' | 'role' | 'ownLimits'>,
  search: string,
): Promise<RouteAnswer<typeof contract.suggestContacts>> {
  const { ownerId } = actor
  const members = planOf(actor).recipients + 1
  const [contacts, groups] = await Promise.all([
    groupQueries.suggestedContacts(db, ownerId, search.trim(), suggested.contacts),
    groupQueries.suggestedGroups(db, ownerId, search.trim(), { max: suggested.groups, members }),
  ])
  return { contacts, groups: groups.map(({ id, ...group }) => ({ ...group, _id: id })) }
}

export async function contactHistory(
  { db }: Needs,
  actor: SignedIn,
  id: string,
  skip: number,
): Promise<RouteAnswer<typeof contract.contactHistory>> {
  const contact = await queries.findContact(db, actor.ownerId, id)
  if (!contact) throw new Problem('notYours')
  const emails = [contact.email, ...contact.otherEmails]
  const [rows, count] = await Promise.all([
    groupQueries.transfersTo(db, actor, emails, skip, pageRows.first),
    groupQueries.countTransfersTo(db, actor, emails),
  ])
  const transfers = rows.map(({ sentAt, openedAt, downloadedAt, ...row }) => ({
    ...row,
    dateSent: sentAt.getTime(),
    openedAt: openedAt?.getTime() ?? null,
    downloadedAt: downloadedAt?.getTime() ?? null,
  }))
  return { transfers, count }
}
