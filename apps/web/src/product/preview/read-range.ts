/** Bytes of a file that is looked at. */
import { problemOf } from '../session/api.ts'

async function ask(url: string, from: number, to: number, signal?: AbortSignal): Promise<Response> {
  const reply = await fetch(url, { headers: { range: `bytes=${from}-${to - 1}` }, ...(signal && { signal }) })
  if (reply.ok) return reply
  throw problemOf({ status: reply.status, text: await reply.text(), header: (name) => reply.headers.get(name) })
}

/** From `from` up to `to`. Throws a Problem, or what `fetch` throws where no answer comes. */
export async function readRange(url: string, from: number, to: number, signal?: AbortSignal): Promise<Uint8Array<ArrayBuffer>> {
  const reply = await ask(url, from, to, signal)
  const bytes = await reply.arrayBuffer()
  return new Uint8Array(reply.status === 206 ? bytes : bytes.slice(from, to))
}

/** What the server says of an address that a picture or a film could not be had from; null where it gives it. */
export async function refusalOf(url: string): Promise<{ error: unknown } | null> {
  try {
    await (await ask(url, 0, 1)).body?.cancel()
    return null
  } catch (error) {
    return { error }
  }
}
