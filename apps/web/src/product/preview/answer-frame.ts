/** The page's end of the port: gives the frame bytes of one file, and hears what it draws. */
import { previewMaxBytes } from '@sampan/contract/rules/preview-kind'
import type { FrameNews, FrameQuestion, FromFrame, ToFrame } from '../../preview-frame/messages.ts'
import { readRange } from './read-range.ts'

type Options = {
  address: string
  size: number
  signal: AbortSignal
  onNews: (news: FrameNews) => void
  onFail: (error: unknown) => void
}

/** No frame is given more at once than the largest file that it reads whole. */
const maxReadBytes = previewMaxBytes.sheet ?? 0

/** What a frame asks for that a stranger's file runs in would be within the file all the same. */
const isWithin = (from: number, to: number, size: number): boolean =>
  Number.isSafeInteger(from) && Number.isSafeInteger(to) && from >= 0 && from < to && to <= size && to - from <= maxReadBytes

async function answer(question: FrameQuestion, { address, size, signal }: Options): Promise<Uint8Array<ArrayBuffer> | null> {
  if ('data' in question) {
    const { pdfData } = await import('./pdf-data.ts')
    return pdfData(String(question.data))
  }
  const { from, to } = question
  return isWithin(from, to, size) ? readRange(address, from, to, signal) : null
}

/** Returns how it is told something. */
export function answerFrame(port: MessagePort, options: Options): (message: ToFrame) => void {
  const { signal, onNews, onFail } = options
  port.onmessage = ({ data }: MessageEvent<FromFrame>) => {
    if ('is' in data) return onNews(data)
    answer(data, options).then(
      (bytes) => port.postMessage({ id: data.id, bytes } satisfies ToFrame, bytes ? [bytes.buffer] : []),
      (error: unknown) => !signal.aborted && onFail(error),
    )
  }
  signal.addEventListener('abort', () => port.close())
  return (message) => port.postMessage(message)
}
