/** One stream of news, held open for as long as the session lives: it comes back by itself, ever later while nothing answers. */
import { Problem } from '@sampan/contract/errors'
import { type LiveEvent, live, readLiveEvent } from '@sampan/contract/routes/live'
import { api } from '../session/api.ts'
import { apiSession } from '../session/session.ts'

export type Hearing = {
  hear: (event: LiveEvent) => void
  /** True from the first event on; false while nothing is heard. */
  become: (isLive: boolean) => void
}

/** The server says something every 15 seconds; whoever says nothing for longer is not there any more. */
const silenceMs = 40_000
const firstWaitMs = 1000
const maxWaitMs = 60_000
/** A stream that lived so long was a good one: its end is no failure. */
const goodMs = 30_000

/** Between half and the whole, doubling: all who lost the same server do not come back at once. */
export const waitMs = (failures: number, random = Math.random()): number =>
  Math.min(maxWaitMs, firstWaitMs * 2 ** Math.min(failures, 10)) * (0.5 + random / 2)

/** The events in a text of whole and begun blocks, and what is left of it. */
export function eventsIn(text: string): { events: LiveEvent[]; rest: string } {
  const blocks = text.split('\n\n')
  const rest = blocks.pop() ?? ''
  const events = blocks.flatMap((block) => {
    const data = block.split('\n').find((line) => line.startsWith('data: '))
    return (data && readLiveEvent(parse(data.slice(6)))) || []
  })
  return { events, rest }
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

async function ask(signal: AbortSignal): Promise<Response | null> {
  const { url, headers } = api.target(live, {})
  const send = (token: string) =>
    fetch(url, {
      headers: { ...headers, Authorization: `Bearer ${token}` },
      cache: 'no-store',
      credentials: 'same-origin',
      signal,
    })
  const token = await apiSession.token()
  if (!token) return null
  const reply = await send(token)
  if (reply.status !== 401) return reply
  const renewed = await apiSession.renew(token)
  return renewed ? send(renewed) : null
}

type End = { isOver: boolean; retryMs?: number }

/** Resolves when it has ended; `isOver` where asking again would change nothing. */
async function readOnce(outer: AbortSignal, { hear, become }: Hearing): Promise<End> {
  const stop = new AbortController()
  const signal = AbortSignal.any([outer, stop.signal])
  let timer = setTimeout(() => stop.abort(), silenceMs)
  try {
    const reply = await ask(signal)
    if (!reply || reply.status === 401 || reply.status === 403) return { isOver: true }
    const seconds = Number(reply.headers.get('retry-after'))
    if (!reply.ok || !reply.body) return { isOver: false, ...(seconds > 0 && { retryMs: seconds * 1000 }) }
    const reader = reply.body.pipeThrough(new TextDecoderStream()).getReader()
    for (let text = ''; ; ) {
      const { done, value } = await reader.read()
      if (done) return { isOver: false }
      clearTimeout(timer)
      timer = setTimeout(() => stop.abort(), silenceMs)
      const { events, rest } = eventsIn(text + value)
      text = rest
      if (events.length > 0) become(true)
      for (const event of events) hear(event)
    }
  } finally {
    clearTimeout(timer)
    stop.abort()
  }
}

/** For a while, or until the browser is connected again. */
const rest = (ms: number, signal: AbortSignal): Promise<void> =>
  new Promise((resolve) => {
    const done = () => {
      clearTimeout(timer)
      removeEventListener('online', done)
      signal.removeEventListener('abort', done)
      resolve()
    }
    const timer = setTimeout(done, ms)
    addEventListener('online', done)
    signal.addEventListener('abort', done)
  })

/** Until the signal, or until the session is over. */
export async function keepStream(signal: AbortSignal, hearing: Hearing): Promise<void> {
  for (let failures = 0; !signal.aborted; ) {
    const beganAt = Date.now()
    const end = await readOnce(signal, hearing).catch((error): End => ({ isOver: error instanceof Problem }))
    if (signal.aborted) return
    hearing.become(false)
    if (end.isOver) return
    failures = Date.now() - beganAt > goodMs ? 0 : failures + 1
    await rest(Math.max(end.retryMs ?? 0, waitMs(failures)), signal)
  }
}
