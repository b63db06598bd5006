/** What the send card's draft is made of. */
import type { Plan, Role } from '@sampan/contract/plans'
import type { RouteReply } from '@sampan/contract/routes/route'
import type { quicksend2 } from '@sampan/contract/routes/transfers'
import type { WantedFile } from '../../../product/files/picked-again.ts'
import type { PickedFile } from '../../../product/files/picked-file.ts'
import type { Chips } from '../../../product/recipients/chips.ts'
import type { FileNotice } from './add-files.ts'
import type { KeptNotice } from './cancel-kept.ts'
import type { KeptUpload } from './kept-draft-store.ts'
import type { Account, Limit, Usage } from './limits.ts'
import type { Options } from './options.ts'

export type Interrupted = {
  /** null where nothing had been sent, or where the server has it no more: all files are asked for again. */
  upload: KeptUpload | null
  slug: string | null
  files: WantedFile[]
  storedBytes: number
  untilMs: number | null
  /** Paths of files that do not go along any more as they were. */
  left: string[]
}
/** The upload that the form's files go on with; what it holds under these paths is another file, or not wanted any more. */
export type Carried = KeptUpload & { without: string[] }

export type Step = 'form' | 'verifying' | 'sending' | 'done' | 'limit'
/** Why an unfinished upload that was asked for is not offered. */
export type ResumeNotice = 'draftFirst' | 'uploadGone'
export type NewNotice = FileNotice | { kind: 'overLimit' | 'queued' | KeptNotice | ResumeNotice }
export type Notice = NewNotice & { id: number }
/** What was published. */
export type Sent = Pick<RouteReply<typeof quicksend2>, '_id' | 'slug' | 'linkUrl' | 'expiryDate' | 'expirySeconds'>

export type Form = {
  step: Step
  /** null: a guest. */
  account: Account | null
  /** Whose words these are: still an account's after its session has ended. */
  ownerId: string | null
  role: Role
  plan: Plan
  /** What the account has used, once it is known. */
  usage: Usage | null
  sendAs: 'email' | 'link'
  files: PickedFile[]
  chips: Chips
  sender: string
  message: string
  /** What every message of the account begins with, once that is known (B4). */
  ownMessage: string | null
  options: Options
  notices: Notice[]
  nextNotice: number
  /** What the server refused, or that it did not answer; shown beside what caused it until that is changed. */
  problem: Error | null
  limit: Limit | null
  isAsking: boolean
  /** Send was pressed too early: what is missing is marked. */
  isMarked: boolean
  /** A voice memo is being recorded: it is to go along. */
  isRecording: boolean
  /** The session ended beside the draft. */
  isSignedOut: boolean
  sent: Sent | null
  /** Addresses whose month is used up, as this browser knows: told before a byte flows (K2). */
  usedUp: readonly string[]
  /** It is not known yet what an earlier visit has left. */
  isLooking: boolean
  /** These words are of an earlier visit. */
  isBack: boolean
  /** The draft had a password, which was not kept. */
  needsPassword: boolean
  /** The code step was reached with this address: once the files are there again it goes on there. */
  codeFor: string | null
  /** They are: Send goes on by itself, with that code or, if it is over by now, with a new one. */
  goesOnToCode: boolean
  /** An upload of an earlier visit, offered and not yet decided: until then nothing else is begun. */
  interrupted: Interrupted | null
  carried: Carried | null
  /** Picked beside files of a transfer that was sent already: they are the next one's. */
  forNext: PickedFile[]
}
