/** What is being changed of a transfer: as typed, what of it differs, and what would be sent. */
import { passwordMinChars } from '@sampan/contract/limits'
import { type ExpiryName, expirySeconds } from '@sampan/contract/plans'
import type { TransferRecord } from '@sampan/contract/routes/dashboard'
import type { RouteArgs } from '@sampan/contract/routes/route'
import type { editTransfer } from '@sampan/contract/routes/transfer-detail'
import { fitsMessage } from '@sampan/contract/rules/message'
import { isWrongLimit, type TypedValues, valuesIn } from '../../product/transfers/typed-values.ts'

export type Changes = RouteArgs<typeof editTransfer>['body']

/** Only what was touched: what the server says of the rest shows through. */
export type Draft = Partial<
  TypedValues & {
    isRestricted: boolean
    expiry: ExpiryName | 'date'
    /** "2026-12-31". */
    day: string
    /** null takes it away. */
    password: string | null
    /** Ids of people of the team, or `team`, with spaces between. */
    shareWith: string
  }
>
export type DraftFault = 'longMessage' | 'wrongDay' | 'shortPassword' | 'wrongLimit'

/** The end of a day where the sender is. */
export const endOfDay = (day: string): number => new Date(`${day}T23:59:59`).getTime()

export const sharesOf = ({ shareWith = [] }: Pick<TransferRecord, 'shareWith'>): string => shareWith.join(' ')

export function changesOf(draft: Draft, now: TransferRecord): Changes {
  const { expiry, day, password, shareWith, ...plain } = draft
  const isOther = ([name, value]: [string, unknown]) => value !== undefined && value !== now[name as keyof TransferRecord]
  return {
    ...Object.fromEntries(Object.entries(valuesIn(plain)).filter(isOther)),
    ...(shareWith !== undefined && shareWith !== sharesOf(now) && { shareWith: shareWith.split(' ').filter(Boolean) }),
    ...(expiry === 'date' && day && { expiryDate: endOfDay(day) }),
    ...(expiry !== undefined && expiry !== 'date' && { expirySeconds: expirySeconds[expiry] }),
    ...(password === null && now.hasPassword && { password }),
    ...(password && { password }),
  }
}

type ChangedField = Exclude<keyof Changes, 'expirySeconds' | 'expiryDate' | 'isDisabled'> | 'expiry'

/** As their names stand in the catalogue. */
export const changedFields = (changes: Changes): ChangedField[] =>
  (Object.keys(changes) as (keyof Changes)[]).flatMap((key) =>
    key === 'isDisabled' ? [] : [key === 'expirySeconds' || key === 'expiryDate' ? 'expiry' : key],
  )

/** Of a draft what is not yet as it was when its saving began. */
export const typedSince = (saved: Draft, now: Draft): Draft =>
  Object.fromEntries(Object.entries(now).filter(([name, value]) => value !== saved[name as keyof Draft]))

export function draftFaults({ message, expiry, day, password, downloadLimit }: Draft, now: number): DraftFault[] {
  const faults: [DraftFault, boolean][] = [
    ['longMessage', message !== undefined && !fitsMessage(message)],
    ['wrongDay', expiry === 'date' && !(endOfDay(day ?? '') > now)],
    ['shortPassword', Boolean(password) && [...password!].length < passwordMinChars],
    ['wrongLimit', isWrongLimit(valuesIn({ downloadLimit }).downloadLimit)],
  ]
  return faults.filter(([, isWrong]) => isWrong).map(([fault]) => fault)
}

/** As it will stand once the server has agreed. */
export function withChanges(transfer: TransferRecord, changes: Changes, now: number): TransferRecord {
  const { password, isDisabled, expirySeconds: seconds, expiryDate, ...plain } = changes
  const ends = expiryDate ?? (seconds === undefined ? null : now + seconds * 1000)
  const given = Object.fromEntries(Object.entries(plain).filter(([, value]) => value !== undefined))
  const isOpenAgain = ends !== null && transfer.status === 'expired'
  return {
    ...transfer,
    ...given,
    ...(password !== undefined && { hasPassword: password !== null }),
    ...(ends !== null && { expiryDate: ends, expirySeconds: seconds ?? Math.round((ends - transfer.dateSent) / 1000) }),
    ...(isOpenAgain && { status: 'active' as const }),
    ...(isDisabled !== undefined && { status: isDisabled ? ('disabled' as const) : ('active' as const) }),
  }
}
