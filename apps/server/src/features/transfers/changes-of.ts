/** What an edit changes of a transfer as it stands, and what its timeline says of that. */
import { Problem } from '@sampan/contract/errors'
import { expirySeconds as named, type PlanHolder, planOf, planRole } from '@sampan/contract/plans'
import type { RouteInput } from '@sampan/contract/routes/route'
import type { editTransfer } from '@sampan/contract/routes/transfer-detail'
import { mayExpireAfter } from '@sampan/contract/rules/expiry'
import { senderFieldNames } from '@sampan/contract/rules/sender-values'
import { addSeconds } from '../../add-seconds.ts'
import type { TransferRow } from './queries.ts'
import { changedShares, type Shares } from './share-with-team.ts'

/** What is not given stays. */
export type Edit = Omit<RouteInput<typeof editTransfer>['body'], 'password' | 'shareWith'> & {
  passwordHash?: string | null | undefined
  shares?: Shares | undefined
}
type Set = Partial<TransferRow>
export type Changes = { set: Set; fields: string[]; detail: Record<string, string | number | null> }

const plain = [...senderFieldNames, 'isRestricted'] as const

/** `owner` is its row of now. */
export function changesOf(transfer: TransferRow, owner: PlanHolder, edit: Edit, now: Date): Changes {
  const given: Set = Object.fromEntries(
    plain.flatMap((field) => {
      const value = edit[field]
      return value === undefined || value === transfer[field] ? [] : [[field, value]]
    }),
  )
  const expiry = expiryOf(owner, edit, now)
  const password = edit.passwordHash === undefined ? null : passwordOf(transfer, edit.passwordHash)
  const state = edit.isDisabled === undefined ? transfer.state : edit.isDisabled ? 'disabled' : 'active'
  return {
    set: {
      ...given,
      ...changedShares(transfer, edit.shares),
      ...(expiry && { ...expiry, expiryToldAt: null }),
      ...(password && { passwordHash: edit.passwordHash ?? null }),
      ...(state !== transfer.state && { state }),
    },
    fields: [...Object.keys(given), ...(expiry ? ['expiry'] : []), ...(password ? ['password'] : [])],
    detail: {
      ...(expiry && { expiryDate: expiry.expiresAt.getTime() }),
      ...(password && { password }),
      ...('downloadLimit' in given && { downloadLimit: given.downloadLimit ?? null }),
    },
  }
}

/** Null where there was none and none is asked for. */
function passwordOf({ passwordHash }: TransferRow, next: string | null): string | null {
  if (next) return passwordHash ? 'changed' : 'set'
  return passwordHash ? 'removed' : null
}

/** From now on, or a very moment that has not come yet. */
function expiryOf(owner: PlanHolder, { expirySeconds, expiryDate }: Edit, now: Date) {
  if (expirySeconds === undefined && expiryDate === undefined) return null
  const role = planRole(owner.role)
  const plan = planOf(owner)
  if (expiryDate === undefined) {
    if (!mayExpireAfter(plan, expirySeconds!)) throw new Problem('expiryNotAllowed', { role })
    return { expirySeconds: expirySeconds!, expiresAt: addSeconds(now, expirySeconds!) }
  }
  if (!plan.customExpiry) throw new Problem('expiryNotAllowed', { role })
  const seconds = Math.ceil((expiryDate - now.getTime()) / 1000)
  const wrong = expirySeconds !== undefined ? 'invalid' : seconds <= 0 ? 'tooSmall' : seconds > named.never ? 'tooLarge' : null
  if (wrong) throw new Problem('invalidInput', {}, { fields: { expiryDate: wrong } })
  return { expirySeconds: seconds, expiresAt: new Date(expiryDate) }
}
