/** Reads a stream of events as a page does. */
import { type IncomingMessage, request } from 'node:http'
import type { LiveEvent } from '@sampan/contract/routes/live'
import { waitFor } from '../../../test/support/test-server.ts'

export type TestStream = {
  status: number
  headers: Headers
  events: LiveEvent[]
  isOver: () => boolean
  /** Waits for one that has not been waited for yet. */
  next: (what: LiveEvent['what'], slug?: string) => Promise<LiveEvent>
  stop: () => void
}

/** On a connection of its own: `fetch` would open another one after it is broken off, and a server that stops waits for that. */
const ask = (url: string, accessToken: string, more: Record<string, string>): Promise<IncomingMessage> =>
  new Promise((resolve, reject) => {
    const headers = { authorization: `Bearer ${accessToken}`, ...more }
    request(`${url}/api/live`, { headers, agent: false }, resolve).on('error', reject).end()
  })

export async function openStream(url: string, accessToken: string, more: Record<string, string> = {}): Promise<TestStream> {
  const reply = await ask(url, accessToken, more)
  const events: LiveEvent[] = []
  let isOver = false
  let seen = 0
  let rest = ''
  reply.setEncoding('utf8')
  reply.on('data', (chunk: string) => {
    const blocks = (rest + chunk).split('\n\n')
    rest = blocks.pop()!
    for (const block of blocks) if (block.startsWith('data: ')) events.push(JSON.parse(block.slice(6)))
  })
  reply.on('error', () => {})
  reply.on('close', () => {
    isOver = true
  })
  const find = (what: string, slug?: string) =>
    events.findIndex((event, i) => i >= seen && event.what === what && (!slug || ('slug' in event && event.slug === slug)))
  return {
    status: reply.statusCode ?? 0,
    headers: new Headers(reply.headers as Record<string, string>),
    events,
    isOver: () => isOver,
    next: async (what, slug) => {
      const at = await waitFor(async () => find(what, slug) + 1)
      seen = at
      return events[at - 1]!
    },
    stop: () => void reply.destroy(),
  }
}
