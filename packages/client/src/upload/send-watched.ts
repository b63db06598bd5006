import { parts } from '@sampan/contract/limits'
import type { PlainReply } from '../api-reply.ts'
import { startDeadline } from '../deadline.ts'
import { abortable } from './abortable.ts'
import type { Line, Watch } from './part-line.ts'
import type { PartRequest } from './send-part.ts'

/** Sends, and gives up when nothing moves for 90 s (U2). */
export async function sendWatched(
  line: Pick<Line, 'clock' | 'sendPart'>,
  request: Omit<PartRequest, 'signal' | 'onProgress'>,
  watch: Pick<Watch, 'signal' | 'onProgress'>,
): Promise<PlainReply> {
  const deadline = startDeadline(line.clock, parts.stalledMs, watch.signal)
  const onProgress = (loadedBytes: number) => {
    deadline.moved()
    watch.onProgress(loadedBytes)
  }
  try {
    return await abortable(line.sendPart({ ...request, signal: deadline.signal, onProgress }), deadline.signal)
  } finally {
    deadline.end()
  }
}
