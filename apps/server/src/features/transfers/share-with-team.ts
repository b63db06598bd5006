/** With whom of the team a transfer is shared (M2): people by their ids, or all of them. */
import { Problem } from '@sampan/contract/errors'
import { wholeTeam } from '@sampan/contract/rules/teams'
import type { Db, Transaction } from '../../db/connect.ts'
import type { SignedIn } from '../../http/actor.ts'
import { namesOf, peopleOfTeam } from '../accounts/index.ts'
import { ringShared } from '../notifications/index.ts'
import { noteAct } from '../team-log/index.ts'
import { addEvents } from '../timeline/index.ts'
import type { TransferRow } from './queries.ts'
import { nameOf } from './transfer-name.ts'

export type Shares = Pick<TransferRow, 'sharedWith' | 'isSharedWithTeam'>

/** Who is not in the team is unknown, whoever that is. */
async function requirePeople(db: Db, ownerId: string, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return
  const people = await peopleOfTeam(db, ownerId)
  if (ids.some((id) => !people.has(id))) throw new Problem('notYours')
}

export async function sharesOf(db: Db, ownerId: string, shareWith: readonly string[]): Promise<Shares> {
  const sharedWith = [...new Set(shareWith)].filter((id) => id !== wholeTeam)
  await requirePeople(db, ownerId, sharedWith)
  return { sharedWith, isSharedWithTeam: shareWith.includes(wholeTeam) }
}

export const shareWithOf = ({ sharedWith, isSharedWithTeam }: Shares): string[] => [
  ...(isSharedWithTeam ? [wholeTeam] : []),
  ...sharedWith,
]

const isSame = (a: Shares, b: Shares): boolean => shareWithOf(a).sort().join() === shareWithOf(b).sort().join()

/** Null where they are what they were. */
export const changedShares = (before: Shares, after: Shares | undefined): Shares | null =>
  after && !isSame(before, after) ? after : null

/** Who may look at something by its shares. */
const audienceOf = async (tx: Transaction, ownerId: string, shares: Shares): Promise<Set<string>> =>
  shares.isSharedWithTeam ? peopleOfTeam(tx, ownerId) : new Set(shares.sharedWith)

type Shared = Omit<Parameters<typeof ringShared>[1], 'email'> & {
  name: string
  authorId: string | null
  before: Shares
  after: Shares
}

/** The bell of whom it is shared with rings, that of whom it was shared with is silent, and the team's log has it. */
export async function tellShared(
  tx: Transaction,
  actor: SignedIn,
  { name, authorId, before, after, ...what }: Shared,
): Promise<void> {
  const [had, has] = [await audienceOf(tx, what.ownerId, before), await audienceOf(tx, what.ownerId, after)]
  const others = (ids: Set<string>, beside: Set<string>) =>
    [...ids].filter((id) => !beside.has(id) && id !== actor.userId && id !== authorId)
  await ringShared(tx, { ...what, email: actor.email }, { added: others(has, had), removed: others(had, has) })
  await noteAct(tx, actor, 'shared', name, what.at)
}

/** The same of a transfer, whose timeline has it too. */
export async function tellSharedTransfer(
  tx: Transaction,
  actor: SignedIn,
  { transfer, before, at }: { transfer: TransferRow; before: Shares; at: Date },
): Promise<void> {
  const { id, ownerId, authorId, fileName, fileCount, sharedWith, isSharedWithTeam } = transfer
  const name = nameOf(transfer)
  await tellShared(tx, actor, {
    ...{ about: { transferId: id }, ownerId, authorId, name, fileName, fileCount, before, after: transfer, at },
  })
  const detail: Record<string, string | number> = isSharedWithTeam
    ? { isWholeTeam: 1 }
    : { email: (await namesOf(tx, sharedWith)).join(', ') }
  await addEvents(tx, transfer, [{ kind: 'shared', actor: 'sender', by: actor.userId, at, detail }])
}

/** `isTeam` is a JSON list of the ids of people whose transfers are asked for (spec §7); a member may name nobody else. */
export async function authorsIn(db: Db, actor: SignedIn, header: string | undefined): Promise<string[] | undefined> {
  const ids = header ? idsIn(header) : []
  if (ids.length === 0) return undefined
  const others = ids.filter((id) => id !== actor.userId)
  if (others.length > 0 && actor.isMember) throw new Problem('notYours')
  await requirePeople(db, actor.ownerId, others)
  return ids
}

function idsIn(text: string): string[] {
  try {
    const list: unknown = JSON.parse(text)
    return Array.isArray(list) ? list.map(String) : [text]
  } catch {
    return [text]
  }
}
