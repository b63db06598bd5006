/** Node's way to send and to compute, apart so that no browser loads it. */
import { crc32 } from 'node:zlib'
import { blobCrc, type Crc } from './blob-crc.ts'
import type { PartSender } from './send-part.ts'
import { sendPartByFetch } from './send-part-fetch.ts'

/** For `startUpload`. */
export const nodeTools = (): { sendPart: PartSender; crc: Crc } => ({
  sendPart: sendPartByFetch,
  crc: (slice) => blobCrc(slice, (bytes, before) => crc32(bytes, before)),
})
