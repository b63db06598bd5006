/** What an upload is to those who start and watch one. */
import type { Problem } from '@sampan/contract/errors'
import type { UploadPlan } from '@sampan/contract/routes/uploads'
import type { TicketRequest } from './ticket.ts'

/** An empty folder: the path ends in "/", size 0, an empty Blob. */
export type SourceFile = { path: string; size: number; lastModified?: number; blob: Blob }

/** ready: all that was chosen is there, and more may be chosen. resuming: an interrupted upload is taken up. waiting: nobody answers, or not before having read what is there; it goes on
 * by itself. */
export type UploadPhase =
  | 'warming'
  | 'resuming'
  | 'sending'
  | 'ready'
  | 'waiting'
  | 'paused'
  | 'complete'
  | 'failed'
  | 'cancelled'
export type UploadWarning = 'slowNetwork' | 'fileLocked' | 'serverAway' | 'serverChecking' | 'serverFull'

export type UploadSnapshot = {
  phase: UploadPhase
  /** Counts the bytes that are acknowledged or on their way; never goes backwards. */
  sentBytes: number
  /** Larger with each byte that leaves, those that have to leave again too, and with each answer. */
  signsOfLife: number
  totalBytes: number
  /** What the server had already when the upload was taken up. */
  resumedBytes: number
  /** The speed and the time left; null until they can be told. */
  bytesPerSecond: number | null
  secondsLeft: number | null
  warning: UploadWarning | null
  /** Of a failed upload; `details` carry name, message, fileIndex, part and requestId when a part failed (U3). */
  error: Problem | null
  /** The path that could not be read. */
  lockedFile: string | null
  /** What the server refused of an open upload: beginning it, or the files that were added last. What it has goes on. */
  held: Problem | null
}

export type Upload = {
  /** Calls the listener about five times a second while something changes; the answer ends that. */
  subscribe(listener: () => void): () => void
  /** The same object until something changes. */
  snapshot(): UploadSnapshot
  fileSentBytes(path: string): number
  /** The server's plan, once it is known; its uploadId finds the upload again. */
  plan(): UploadPlan | null
  /** What is to be sent from now on, by identity; while the upload is open. What was taken out is deleted, what is new comes last. */
  setFiles(files: readonly SourceFile[]): void
  /** No file comes or goes any more, and `done` is all of them. A `sender` who is verified by now has more quota than an unknown one. */
  seal(how?: { sender?: string | undefined }): void
  /** Sending was cancelled: files may come and go again. */
  reopen(): void
  /** Resolves when the server knows every file, so that the upload can be published; rejects with what it refused. */
  planned(): Promise<UploadPlan>
  /** The guest has signed in: goes on as theirs. */
  follow(ticketRequest: TicketRequest): void
  /** Ends it and deletes what has arrived; without an answer the server does so by itself, in time. */
  discard(): Promise<void>
  /** Ends the parts in flight; what was acknowledged stays. */
  pause(): void
  resume(): void
  /** Like pause, for good. The server is told nothing: it keeps the parts. */
  cancel(): void
  /** The line is back, or the computer awake: tries now what it would have tried later. Does no harm at any time. */
  reconnect(): void
  /**
   * For an upload that was whole and is not any more, as publishing it tells: sends what the server has lost. Resolves when it has every
   * byte again.
   */
  recheck(): Promise<UploadPlan>
  /** It is published, or given up: nothing is to be resumed after a reload. */
  forget(): Promise<void>
  /** Resolves when the server has every byte; rejects with the snapshot's error, or an AbortError when cancelled. */
  done: Promise<UploadPlan>
}
