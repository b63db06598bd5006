/** What an upload is to those who start and watch one. */
import type { Problem } from '@sampan/contract/errors'
import type { UploadPlan } from '@sampan/contract/routes/uploads'

/** An empty folder: the path ends in "/", size 0, an empty Blob. */
export type SourceFile = { path: string; size: number; lastModified?: number; blob: Blob }

export type UploadPhase = 'warming' | 'sending' | 'paused' | 'complete' | 'failed' | 'cancelled'
export type UploadWarning = 'slowNetwork' | 'fileLocked'

export type UploadSnapshot = {
  phase: UploadPhase
  /** Acknowledged and on their way; never goes backwards. */
  sentBytes: number
  totalBytes: number
  /** null until it can be told. */
  bytesPerSecond: number | null
  secondsLeft: number | null
  warning: UploadWarning | null
  /** Of a failed upload; `details` carry name, message, fileIndex, part and requestId when a part failed (U3). */
  error: Problem | null
  /** The path that could not be read. */
  lockedFile: string | null
}

export type Upload = {
  /** Calls the listener about ten times a second while something changes; the answer ends that. */
  subscribe(listener: () => void): () => void
  /** The same object until something changes. */
  snapshot(): UploadSnapshot
  fileSentBytes(path: string): number
  /** The server's plan, once it is known; its uploadId finds the upload again. */
  plan(): UploadPlan | null
  /** Ends the parts in flight; what was acknowledged stays. */
  pause(): void
  resume(): void
  /** Like pause, for good. The server is told nothing: it keeps the parts. */
  cancel(): void
  /** Resolves when the server has every byte; rejects with the snapshot's error, or an AbortError when cancelled. */
  done: Promise<UploadPlan>
}
