import type { PlainReply } from '../api-reply.ts'

export type PartRequest = {
  url: string
  headers: Record<string, string>
  bytes: ArrayBuffer | Blob
  signal: AbortSignal
  /** Bytes handed to the line so far. */
  onProgress(loadedBytes: number): void
}

/** PUTs one part. Rejects with a NetworkError when no answer came and with the signal's reason when aborted. */
export type PartSender = (request: PartRequest) => Promise<PlainReply>
