/** A worker's own script: reads slices, computes their CRC-32 and hands the bytes back without copying them. */
import { blobCrc, type SliceCrc } from './blob-crc.ts'

export type CrcQuestion = { id: number; slice: Blob }
export type CrcAnswer = { id: number; result: SliceCrc } | { id: number; error: { name: string; message: string } }

const answer = (message: CrcAnswer, transfer: Transferable[] = []) => postMessage(message, { transfer })

addEventListener('message', async ({ data: { id, slice } }: MessageEvent<CrcQuestion>) => {
  try {
    const result = await blobCrc(slice)
    answer({ id, result }, result.bytes instanceof ArrayBuffer ? [result.bytes] : [])
  } catch (error) {
    const { name, message } = error as Error
    answer({ id, error: { name, message } })
  }
})
