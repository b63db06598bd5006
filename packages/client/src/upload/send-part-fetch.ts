/** Sends a part by fetch, where there is no XMLHttpRequest: Node, which takes a stream with a stated length. */
import { NetworkError } from '../network-error.ts'
import type { PartSender } from './send-part.ts'

const chunkBytes = 256 * 1024

function counted(bytes: ArrayBuffer | Blob, size: number, onProgress: (loadedBytes: number) => void): ReadableStream<Uint8Array> {
  let at = 0
  return new ReadableStream(
    {
      async pull(stream) {
        onProgress(at)
        if (at >= size) return stream.close()
        const chunk = bytes.slice(at, Math.min(at + chunkBytes, size))
        at += chunkBytes
        stream.enqueue(new Uint8Array(chunk instanceof ArrayBuffer ? chunk : await chunk.arrayBuffer()))
      },
    },
    { highWaterMark: 0 },
  )
}

export const sendPartByFetch: PartSender = async ({ url, headers, bytes, signal, onProgress }) => {
  const size = bytes instanceof ArrayBuffer ? bytes.byteLength : bytes.size
  const body = counted(bytes, size, (at) => onProgress(Math.min(at, size)))
  try {
    const response = await fetch(url, {
      method: 'PUT',
      headers: { ...headers, 'Content-Length': String(size) },
      body,
      signal,
      ...{ duplex: 'half' },
    })
    return { status: response.status, text: await response.text(), header: (name) => response.headers.get(name) }
  } catch (error) {
    if (signal.aborted) throw signal.reason
    throw new NetworkError('The connection broke', { cause: error })
  }
}
