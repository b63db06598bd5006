/** The grid of a file request: suppliers by document, and how many of them have sent what (R3). */
import * as z from 'zod/mini'
import { decisions, mailStates, slotStates } from '../states.ts'
import { byteCount, id, milliseconds, slug } from './fields.ts'
import { shownFile } from './previews.ts'

const received = z.object({
  fileId: id,
  /** Of the transfer that holds it, by which it is forwarded or deleted. */
  transferSlug: slug,
  path: z.string(),
  size: byteCount,
  receivedAt: milliseconds,
  decision: z.enum(decisions),
  /** Of a rejection, as it was mailed. */
  reason: z.string(),
  /** When that was said of it; null: nothing was yet. */
  decidedAt: z.optional(z.nullable(milliseconds)),
  /** A later one has taken its place. */
  isReplaced: z.boolean(),
  /** Found infected, or not what its name says: kept from being opened by mistake. */
  warning: z.nullable(z.enum(['infected', 'notScanned', 'otherType'])),
  ...shownFile,
})
export type ReceivedFile = z.output<typeof received>

/** One supplier with one document; `documentId` null: files of no document. Newest first. */
const slot = z.object({ documentId: z.nullable(id), state: z.enum(slotStates), files: z.array(received) })
export type RequestSlot = z.output<typeof slot>

export const requestComment = z.object({
  _id: id,
  by: z.enum(['requester', 'supplier']),
  text: z.string(),
  at: milliseconds,
  /** Nothing that was said: the file that is called so was taken back. */
  isWithdrawal: z.optional(z.boolean()),
})
export type RequestComment = z.output<typeof requestComment>

export const supplier = z.object({
  _id: id,
  email: z.nullable(z.string()),
  name: z.string(),
  company: z.string(),
  /** Has a personal link; others came by the open one. */
  isInvited: z.boolean(),
  linkUrl: z.nullable(z.string()),
  mailState: z.nullable(z.enum(mailStates)),
  mailReason: z.nullable(z.string()),
  openedAt: z.nullable(milliseconds),
  remindedAt: z.nullable(milliseconds),
  uploadingCount: z.int(),
  slots: z.array(slot),
  comments: z.array(requestComment),
  /** What they wrote with their submissions, newest first. */
  messages: z.array(z.object({ text: z.string(), at: milliseconds })),
})
export type RequestSupplier = z.output<typeof supplier>

/** Of the whole request, however many of its suppliers an answer has. */
export const counts = z.object({
  all: z.int(),
  /** Everything that is required has come, and was not sent back. */
  complete: z.int(),
  missing: z.int(),
  /** Have sent what nobody has decided yet. */
  toReview: z.int(),
  /** Their mail did not arrive. */
  bounced: z.int(),
  /** Are missing something and can be mailed. */
  awaited: z.int(),
  /** When the one of them was reminded whose reminder is the longest ago; null: somebody never was. */
  awaitedRemindedAt: z.optional(z.nullable(milliseconds)),
  /** That were received. */
  files: z.int(),
  /** Of files on their way from people at the open link who have submitted nothing yet. */
  uploadingAtLink: z.int(),
  /** Some of the files belong to no document. */
  hasOtherFiles: z.boolean(),
  /** So many have answered at the open link that it takes nobody new. */
  isCrowded: z.boolean(),
})
