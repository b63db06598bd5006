/** A worker's own script: reads slices and answers with their CRC-32. */
import { crcOfSlice, type SliceSums } from './blob-crc.ts'

export type CrcQuestion = { id: number; slice: Blob }
export type CrcAnswer = { id: number; sums: SliceSums } | { id: number; error: { name: string; message: string } }

addEventListener('message', async ({ data: { id, slice } }: MessageEvent<CrcQuestion>) => {
  try {
    postMessage({ id, sums: await crcOfSlice(slice) } satisfies CrcAnswer)
  } catch (error) {
    const { name, message } = error as Error
    postMessage({ id, error: { name, message } } satisfies CrcAnswer)
  }
})
