/** What is being changed of a transfer: as typed, what of it differs, and what would be sent. */
import { downloadLimitMax, passwordMinChars } from '@sampan/contract/limits'
import { type ExpiryName, expirySeconds } from '@sampan/contract/plans'
import type { TransferRecord } from '@sampan/contract/routes/dashboard'
import type { RouteArgs } from '@sampan/contract/routes/route'
import type { editTransfer } from '@sampan/contract/routes/transfer-detail'
import { fitsMessage } from '@sampan/contract/rules/message'

export type Changes = RouteArgs<typeof editTransfer>['body']

/** Only what was touched: what the server says of the rest shows through. */
export type Draft = Partial<{
  title: string
  message: string
  expiry: ExpiryName | 'date'
  /** "2026-12-31". */
  day: string
  /** null takes it away. */
  password: string | null
  limit: string
  notifies: boolean
  isRestricted: boolean
}>
export type DraftField = 'title' | 'message' | 'expiry' | 'password' | 'limit' | 'notify' | 'restricted'
export type DraftFault = 'longMessage' | 'wrongDay' | 'shortPassword' | 'wrongLimit'

export const limitText = (limit: number | null): string => (limit === null ? '' : String(limit))

/** The end of a day where the sender is. */
export const endOfDay = (day: string): number => new Date(`${day}T23:59:59`).getTime()

const limitIn = (text: string): number | null => (text.trim() ? Number(text.trim()) : null)

type Now = Pick<TransferRecord, 'title' | 'message' | 'hasPassword' | 'downloadLimit' | 'notifyOnDownload' | 'isRestricted'>

export function changesOf(draft: Draft, now: Now): Changes {
  const { title, message, expiry, day, password, limit, notifies, isRestricted } = draft
  return {
    ...(title !== undefined && title.trim() !== now.title && { title: title.trim() }),
    ...(message !== undefined && message !== now.message && { message }),
    ...(expiry === 'date' && day && { expiryDate: endOfDay(day) }),
    ...(expiry !== undefined && expiry !== 'date' && { expirySeconds: expirySeconds[expiry] }),
    ...(password === null && now.hasPassword && { password }),
    ...(password && { password }),
    ...(limit !== undefined && limit.trim() !== limitText(now.downloadLimit) && { downloadLimit: limitIn(limit) }),
    ...(notifies !== undefined && notifies !== now.notifyOnDownload && { notifyOnDownload: notifies }),
    ...(isRestricted !== undefined && isRestricted !== now.isRestricted && { isRestricted }),
  }
}

const fieldOf: Record<string, DraftField> = {
  title: 'title',
  message: 'message',
  expirySeconds: 'expiry',
  expiryDate: 'expiry',
  password: 'password',
  downloadLimit: 'limit',
  notifyOnDownload: 'notify',
  isRestricted: 'restricted',
}

export const changedFields = (changes: Changes): DraftField[] =>
  Object.keys(changes).flatMap((key) => (fieldOf[key] ? [fieldOf[key]] : []))

/** Of a draft what is not yet as it was when its saving began. */
export const typedSince = (saved: Draft, now: Draft): Draft =>
  Object.fromEntries(Object.entries(now).filter(([name, value]) => value !== saved[name as keyof Draft]))

const isLimit = (limit: number): boolean => Number.isInteger(limit) && limit >= 1 && limit <= downloadLimitMax

export function draftFaults({ message, expiry, day, password, limit }: Draft, now: number): DraftFault[] {
  const typed = limit === undefined ? null : limitIn(limit)
  const faults: [DraftFault, boolean][] = [
    ['longMessage', message !== undefined && !fitsMessage(message)],
    ['wrongDay', expiry === 'date' && !(endOfDay(day ?? '') > now)],
    ['shortPassword', Boolean(password) && [...password!].length < passwordMinChars],
    ['wrongLimit', typed !== null && !isLimit(typed)],
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
