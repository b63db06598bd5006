/** A worker's own script: reads slices and answers with their CRC-32. */
import { crcOfSlice } from './blob-crc.ts'

export type CrcQuestion = { id: number; slice: Blob }
export type CrcAnswer = { id: number; crc32: string } | { id: number; error: { name: string; message: string } }

addEventListener('message', async ({ data: { id, slice } }: MessageEvent<CrcQuestion>) => {
  try {
    postMessage({ id, crc32: await crcOfSlice(slice) } satisfies CrcAnswer)
  } catch (error) {
    const { name, message } = error as Error
    postMessage({ id, error: { name, message } } satisfies CrcAnswer)
  }
})
