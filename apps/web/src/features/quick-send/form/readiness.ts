/** Whether the draft can be sent, and if not, why (Q5). */
import type { Plan } from '@sampan/contract/plans'
import { countFiles, totalBytes } from '@sampan/contract/rules/file-set'
import { fitsMessage } from '@sampan/contract/rules/message'
import { isEmail, normalizeEmail } from '@sampan/contract/rules/recipients'
import { type Chips, recipientsOf } from '../../../product/recipients/chips.ts'
import { storageLeftOf, type Usage } from './limits.ts'
import { type OptionFault, type Options, optionFaults } from './options.ts'

type Sized = { path: string; size: number }
type Draft = {
  account: unknown
  usage: Usage | null
  sendAs: 'email' | 'link'
  files: readonly Sized[]
  chips: Chips
  sender: string
  message: string
  options: Options
  plan: Plan
  needsPassword?: boolean
  isRecording?: boolean
  interrupted?: { upload: unknown } | null
  usedUp?: readonly string[]
}

export type Fault =
  | 'overLimit'
  | 'overStorage'
  | 'tooManyFiles'
  | 'wrongRecipient'
  | 'unfinishedRecipient'
  | 'tooManyPeople'
  | 'wrongSender'
  | 'monthUsedUp'
  | 'longMessage'
  | OptionFault
export type Reason = Fault | 'needFiles' | 'needRecipients' | 'needSender' | 'needPassword' | 'needResume' | 'endRecording'

export const overBytes = (files: readonly { size: number }[], plan: Plan): number => totalBytes(files) - plan.uploadBytes

/** What an account has quota for; without an account, or before it is known, nothing is said of it. */
export const storageLeft = (usage: Usage | null): number => (usage ? storageLeftOf(usage) : Number.POSITIVE_INFINITY)

export const isTooMany = (files: readonly Sized[], plan: Plan): boolean => {
  const count = countFiles(files)
  return count > plan.files || files.length - count > plan.files
}

/** Those who would get it. */
export const goodRecipients = (chips: Chips): string[] => recipientsOf(chips).filter(isEmail)

/** What is being typed is no address yet. */
const hasUnfinished = (chips: Chips): boolean => chips.typed.trim() !== '' && recipientsOf(chips) === chips.list

/** Of a guest, as far as this browser knows. */
export const isMonthUsedUp = ({ account, sender, usedUp = [] }: Pick<Draft, 'account' | 'sender' | 'usedUp'>): boolean =>
  !account && usedUp.includes(normalizeEmail(sender))

function faultsOf(draft: Draft): Fault[] {
  const { account, usage, sendAs, files, chips, sender, message, options, plan } = draft
  const isMail = sendAs === 'email'
  const faults: [Fault, boolean][] = [
    ['overLimit', overBytes(files, plan) > 0],
    ['overStorage', overBytes(files, plan) <= 0 && totalBytes(files) > storageLeft(usage)],
    ['tooManyFiles', isTooMany(files, plan)],
    ['wrongRecipient', isMail && recipientsOf(chips).some((email) => !isEmail(email))],
    ['unfinishedRecipient', isMail && hasUnfinished(chips)],
    ['tooManyPeople', isMail && recipientsOf(chips).length > plan.recipients],
    ['wrongSender', !account && sender.trim() !== '' && !isEmail(normalizeEmail(sender))],
    ['monthUsedUp', isMonthUsedUp(draft)],
    ['longMessage', !fitsMessage(message)],
  ]
  return [...faults.filter(([, isWrong]) => isWrong).map(([fault]) => fault), ...optionFaults(options, plan, !!account)]
}

/** All that is wrong; if nothing is, what to fill in next. */
export function whyNotReady(draft: Draft): Reason[] {
  const { account, sendAs, files, chips, sender, interrupted, needsPassword, isRecording } = draft
  // What was interrupted may belong to it: without a word it is neither sent along nor left behind.
  if (interrupted?.upload) return ['needResume']
  if (isRecording) return ['endRecording']
  const faults = faultsOf(draft)
  if (faults.length > 0) return faults
  if (files.length === 0) return ['needFiles']
  if (sendAs === 'email' && goodRecipients(chips).length === 0) return ['needRecipients']
  if (!account && !sender.trim()) return ['needSender']
  return account && needsPassword ? ['needPassword'] : []
}

const reasonsOf = {
  recipients: ['needRecipients', 'wrongRecipient', 'unfinishedRecipient', 'tooManyPeople'],
  sender: ['needSender', 'wrongSender', 'monthUsedUp'],
  message: ['longMessage'],
} as const satisfies Record<string, readonly Reason[]>

/** What keeps Send from being pressed lies in this field, and that was asked for. */
export const isMarkedWrong = (draft: Draft & { isMarked: boolean }, field: keyof typeof reasonsOf): boolean =>
  draft.isMarked && whyNotReady(draft).some((reason) => (reasonsOf[field] as readonly Reason[]).includes(reason))
