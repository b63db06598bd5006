/** Whether the draft can be sent, and if not, the first reason why (Q5). */
import type { Plan } from '@sampan/contract/plans'
import { countFiles, totalBytes } from '@sampan/contract/rules/file-set'
import { fitsMessage } from '@sampan/contract/rules/message'
import { isEmail, normalizeEmail } from '@sampan/contract/rules/recipients'
import { type Chips, recipientsOf } from './chips.ts'

type Sized = { path: string; size: number }
type Draft = { files: readonly Sized[]; chips: Chips; sender: string; message: string; plan: Plan }

export type Reason =
  | 'needFiles'
  | 'overLimit'
  | 'tooManyFiles'
  | 'needRecipients'
  | 'wrongRecipient'
  | 'tooManyPeople'
  | 'needSender'
  | 'wrongSender'
  | 'longMessage'

export const overBytes = (files: readonly { size: number }[], plan: Plan): number => totalBytes(files) - plan.uploadBytes

export const isTooMany = (files: readonly Sized[], plan: Plan): boolean => {
  const count = countFiles(files)
  return count > plan.files || files.length - count > plan.files
}

export function whyNotReady({ files, chips, sender, message, plan }: Draft): Reason | null {
  const people = recipientsOf(chips)
  if (files.length === 0) return 'needFiles'
  if (overBytes(files, plan) > 0) return 'overLimit'
  if (isTooMany(files, plan)) return 'tooManyFiles'
  if (chips.list.some((email) => !isEmail(email)) || (chips.typed.trim() && !isEmail(chips.typed.trim()))) return 'wrongRecipient'
  if (people.length === 0) return 'needRecipients'
  if (people.length > plan.recipients) return 'tooManyPeople'
  if (!sender.trim()) return 'needSender'
  if (!isEmail(normalizeEmail(sender))) return 'wrongSender'
  return fitsMessage(message) ? null : 'longMessage'
}
