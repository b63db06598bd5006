/** One range of a file or zip over the line, written to its place as it comes. What has come counts, also when the line breaks. */
import type { IncomingMessage } from 'node:http'
import { crc32 } from 'node:zlib'
import { problemOf } from '@sampan/client/api-reply'
import { NetworkError } from '@sampan/client/network-error'
import type { Net } from '../net/net.ts'
import { textOf } from '../net/net.ts'
import type { Piece } from './journal.ts'

export type RangeWish = {
  net: Net
  url: string
  userAgent: string
  from: number
  /** null: to its end. */
  to: number | null
  /** Of the whole; null where only the answer tells it. */
  size: number | null
  /** null with the first request of a file. */
  etag: string | null
  signal: AbortSignal
  write: (bytes: Buffer, at: number) => Promise<void>
  /** Before any of its bytes. */
  onHead?: (reported: { etag: string | null; size: number }) => void
  onBytes: (count: number) => void
}
/** `error`: what ended it early; then `piece` is what came before. */
export type RangeResult = { piece: Piece; etag: string | null; size: number | null; error: unknown }

/** The file is another one than before: everything has to be fetched anew. */
export class FileChanged extends Error {
  override name = 'FileChanged'
}

const headerOf = (reply: IncomingMessage, name: string): string | null => {
  const value = reply.headers[name]
  return typeof value === 'string' ? value : null
}

/** The bytes that a reply brings, of so many in all; null where its head does not say. */
function spanOf(reply: IncomingMessage, known: number | null): { from: number; to: number; size: number } | null {
  const length = Number(headerOf(reply, 'content-length') ?? known ?? Number.NaN)
  if (reply.statusCode === 200) return length >= 0 ? { from: 0, to: length, size: length } : null
  const [, from, last, size] = /^bytes (\d+)-(\d+)\/(\d+)$/.exec(headerOf(reply, 'content-range') ?? '') ?? []
  return reply.statusCode === 206 && size ? { from: Number(from), to: Number(last) + 1, size: Number(size) } : null
}

/** Where the range ends and how much there is of the whole. */
async function checkHead(reply: IncomingMessage, { from, to, size, etag }: RangeWish): Promise<{ to: number; size: number }> {
  const { statusCode = 0 } = reply
  const span = spanOf(reply, size)
  const isAsked = span?.from === from && span.to === (to ?? span.size) && span.size === (size ?? span.size)
  const reported = headerOf(reply, 'etag')
  if (isAsked && (etag === null || reported === etag)) return span
  if (statusCode >= 300 && statusCode !== 416) {
    throw problemOf({ status: statusCode, text: await textOf(reply), header: (name) => headerOf(reply, name) })
  }
  reply.destroy()
  throw new FileChanged()
}

export async function fetchRange(command: RangeWish): Promise<RangeResult> {
  const { net, url, userAgent, from, etag, signal, write, onHead, onBytes } = command
  const piece = { from, to: from, crc: 0 }
  let reported: Pick<RangeResult, 'etag' | 'size'> = { etag, size: command.size }
  const headers = {
    // No range is empty: what has no bytes is asked for as a whole.
    ...(command.to !== from && { Range: `bytes=${from}-${command.to === null ? '' : command.to - 1}` }),
    'User-Agent': userAgent,
    'Accept-Encoding': 'identity',
    ...(command.to !== from && etag !== null && { 'If-Range': etag }),
  }
  try {
    const reply = await net.call({ method: 'GET', url, headers, signal })
    const { to, size } = await checkHead(reply, command)
    const head = { etag: headerOf(reply, 'etag'), size }
    reported = head
    onHead?.(head)
    for await (const chunk of reply as AsyncIterable<Buffer>) {
      if (piece.to + chunk.length > to) throw new NetworkError('More came than was asked for')
      await write(chunk, piece.to)
      piece.crc = crc32(chunk, piece.crc)
      piece.to += chunk.length
      onBytes(chunk.length)
    }
    if (piece.to < to) throw new NetworkError('The reply was cut short')
    return { piece, ...reported, error: null }
  } catch (error) {
    return { piece, ...reported, error: signal.aborted ? signal.reason : broken(error) }
  }
}

/** What Node says of a body that broke off is the line's fault. What the disk says is not. */
function broken(error: unknown): unknown {
  const { code = '' } = error as NodeJS.ErrnoException
  const isOfLine = code === 'ECONNRESET' || code === 'ECONNREFUSED' || code === 'EPIPE' || code === 'ERR_STREAM_PREMATURE_CLOSE'
  const isSilence = error instanceof Error && error.message.startsWith('Nothing came for')
  return isOfLine || isSilence || code.startsWith('HPE_') ? new NetworkError('The connection broke', { cause: error }) : error
}
