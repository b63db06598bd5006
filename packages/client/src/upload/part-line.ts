/** What an attempt to bring one part needs, whichever way it goes. */
import type { Api } from '../api.ts'
import type { Clock } from '../clock.ts'
import type { Crc } from './blob-crc.ts'
import type { DirectWay } from './direct-way.ts'
import type { Range } from './ranges.ts'
import type { PartSender } from './send-part.ts'
import type { BlobSource } from './sources.ts'
import type { Tickets } from './ticket.ts'

export type Line = { api: Api; tickets: Tickets; sendPart: PartSender; crc: Crc; clock: Clock }
/** `isDirect`: it goes straight to the store. */
export type Part = { uploadId: string; source: BlobSource; range: Range; way: DirectWay; isDirect: boolean }
export type Watch = {
  signal: AbortSignal
  /** Resolves when the part, which has been read, may be sent. */
  mayLeave(): Promise<void>
  onProgress(loadedBytes: number): void
  onRequestId(requestId: string): void
}
