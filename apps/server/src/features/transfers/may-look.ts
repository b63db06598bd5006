/**
 * Who was given an address of a file, and whether it still holds (R27): with each address goes a grant, which is asked of the database again
 * as long as somebody uses it. That of an account ends with its session, and when its transfer or its owner is blocked after it was given: whoever it
 * was handed to is shut out as everybody is, and whoever may still read their own asks for another.
 */
import { can } from '@sampan/contract/permissions'
import type { OwnerStatus, TransferState } from '@sampan/contract/states'
import type { Db } from '../../db/connect.ts'
import type { Identity } from '../../http/actor.ts'
import { memoizeWithTtl } from '../../http/memoize-with-ttl.ts'
import { passwordMark } from '../../http/password-mark.ts'
import type { HttpContext } from '../../http/serve-route.ts'
import type { Services } from '../../services.ts'
import { isSuspended } from '../owners/index.ts'
import { type LookedAt, lookedAt } from './queries-looking.ts'
import { statusOf } from './transfer-status.ts'

/** A block holds within a minute; a player that asks for a hundred ranges asks the database twice in it. */
const recentMs = 30_000

/** How what an account may read is closed to others, at the moment when an address of it is given. */
export const closedMark = (states: readonly TransferState[], ownerStatus: OwnerStatus): string =>
  `${states.filter((state) => state === 'disabled').length}${isSuspended(ownerStatus) ? 's' : ''}`

type OwnGrant = Pick<Identity, 'sessionId' | 'status'>

export const ownGrant = ({ sessionId, status }: OwnGrant, { id, state }: { id: string; state: TransferState }): string =>
  ['own', id, sessionId, closedMark([state], status)].join('.')

type LinkGrant = { transfer: { id: string; passwordHash: string | null }; recipient: { id: string } | null }

export const linkGrant = ({ transfer, recipient }: LinkGrant): string =>
  ['link', transfer.id, recipient?.id ?? '', passwordMark(transfer.passwordHash)].join('.')

const isTheirs = (identity: Identity | null, row: LookedAt, mark: string | undefined): boolean =>
  identity !== null &&
  can(identity, 'read', row) &&
  row.state !== 'takenDown' &&
  closedMark([row.state], row.ownerStatus) === mark

function isOpenTo(row: LookedAt, recipientId: string, mark: string | undefined, now: Date): boolean {
  const status = statusOf(row, row.ownerStatus, now)
  if (status !== 'active' && status !== 'uploading') return false
  if (recipientId ? !row.isReader : row.isRestricted) return false
  return row.passwordHash === null || passwordMark(row.passwordHash) === mark
}

async function holds(db: Db, context: Pick<HttpContext, 'identityOf' | 'clock'>, grant: string): Promise<boolean> {
  const [kind, transferId = '', of = '', mark] = grant.split('.')
  if (kind !== 'own' && kind !== 'link') return false
  const row = await lookedAt(db, transferId, kind === 'link' ? of || null : null)
  if (!row || row.state === 'deleted') return false
  return kind === 'own'
    ? isTheirs(await context.identityOf(of, row.ownerId), row, mark)
    : isOpenTo(row, of, mark, context.clock())
}

export type MayLook = (grant: string) => Promise<boolean>

/** Late by half a minute at most. */
export const makeMayLook = ({ db }: Pick<Services, 'db'>, context: Pick<HttpContext, 'identityOf' | 'clock'>): MayLook =>
  memoizeWithTtl((grant) => holds(db, context, grant), recentMs, context.clock)
