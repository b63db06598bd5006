/** When the bytes of a draft may flow before Send is pressed (Q21). */
import { totalBytes } from '@sampan/contract/rules/file-set'
import type { Form } from '../form/form.ts'
import { isMonthUsedUp, isTooMany, overBytes, storageLeft } from '../form/readiness.ts'

/** waits: for Send, since this line costs money. queued: for what is being sent (Q25). held: something has to be decided or taken out first. */
export type Early = 'flows' | 'waits' | 'queued' | 'held'

type Line = { saveData?: boolean; type?: string }

/** What the browser tells of the line. */
export const isMetered = ({ connection }: { connection?: Line } = navigator as { connection?: Line }): boolean =>
  connection?.saveData === true || connection?.type === 'cellular'

/** By how much the files do not fit into what is left of the storage. */
export const overStorageBytes = ({ files, usage }: Pick<Form, 'files' | 'usage'>): number =>
  Math.max(0, totalBytes(files) - storageLeft(usage))

type Draft = Pick<Form, 'files' | 'plan' | 'usage' | 'limit' | 'isLooking' | 'interrupted' | 'account' | 'sender' | 'usedUp'>

export function earlyOf(draft: Draft, isKnown: boolean, isCostly: boolean, isLineBusy: boolean): Early {
  const { files, plan, limit, isLooking, interrupted } = draft
  // Who sends, and what an earlier visit has left, decides whose upload this is.
  if (!isKnown || isLooking || interrupted || limit) return 'held'
  if (isMonthUsedUp(draft)) return 'held'
  if (overBytes(files, plan) > 0 || isTooMany(files, plan) || overStorageBytes(draft) > 0) return 'held'
  if (isLineBusy) return 'queued'
  return isCostly ? 'waits' : 'flows'
}
