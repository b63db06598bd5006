/** The open streams of one process: how many there may be, and how long each may go on (R27). */
import type { Readable } from 'node:stream'
import { Problem } from '@sampan/contract/errors'
import type { LiveEvent } from '@sampan/contract/routes/live'
import type { LiveNews } from '../../db/live.ts'
import type { Identity, SignedIn } from '../../http/actor.ts'
import { type EventStream, makeEventStream } from './event-stream.ts'
import type { Hub } from './hub.ts'

type Deps = {
  hub: Hub
  identityOf: (sessionId: string, teamId: string | null) => Promise<Identity | null>
}
type Open = { stream: EventStream; sessionId: string; userId: string; ownerId: string; checkedAt: number }

export const beatMs = 15_000
/** So every second beat: with whatever the question takes, within the minute. */
const checkMs = 25_000
/** A session that could not be asked after for so long is taken as ended. */
const uncheckedMs = 50_000
/** A browser has one for all its tabs, if it can; without that, one for each. */
const perSession = 6
/** Browsers and programs of one account, which may have any number of sessions: five with all their streams, in each process. */
const perAccount = 30
const perProcess = 5_000
const busySeconds = 30

const eventOf = ({ what, slug }: LiveNews): LiveEvent =>
  what === 'notifications' || what === 'team' ? { what } : { what, ...(slug && { slug }) }

const mayGoOn = (identity: Identity | null, { ownerId }: Open): boolean =>
  identity !== null && identity.status !== 'revoke' && identity.ownerId === ownerId

export function makeStreams({ hub, identityOf }: Deps) {
  const streams = new Set<Open>()
  let isClosing = false
  let isChecking = false

  function checkStreamLimits({ sessionId, userId }: SignedIn): void {
    const busy = { retryAfterSeconds: busySeconds }
    if (isClosing || streams.size >= perProcess) throw new Problem('unavailable', {}, busy)
    const ofAccount = [...streams].filter((open) => open.userId === userId)
    const ofSession = ofAccount.filter((open) => open.sessionId === sessionId)
    if (ofSession.length >= perSession || ofAccount.length >= perAccount)
      throw new Problem('rateLimited', { waitSeconds: busySeconds }, busy)
  }

  async function open(actor: SignedIn): Promise<Readable> {
    const { sessionId, userId, ownerId, isMember } = actor
    checkStreamLimits(actor)
    const stream = makeEventStream()
    const mine: Open = { stream, sessionId, userId, ownerId, checkedAt: performance.now() }
    // Before anything is waited for: those who race are counted.
    streams.add(mine)
    stream.readable.once('close', () => void streams.delete(mine))
    const listener = {
      // A slug opens what it names: a member asks anew for what is theirs.
      hear: ({ slug, ...news }: LiveNews) => stream.send(eventOf(isMember || !slug ? news : { ...news, slug })),
      missed: () => stream.send({ what: 'all' }),
      end: stream.end,
    }
    const leave = await hub.join(ownerId, listener).catch(() => null)
    if (!leave) {
      stream.readable.destroy()
      streams.delete(mine)
      throw new Problem('unavailable', {}, { retryAfterSeconds: busySeconds })
    }
    stream.readable.once('close', leave)
    if (isClosing) stream.end()
    // Whoever comes back has missed what happened meanwhile.
    stream.send({ what: 'all' })
    return stream.readable
  }

  /** Of one session under one owner: who is out of a team hears nothing more of it. */
  async function check(same: readonly Open[], now: number): Promise<void> {
    const { sessionId, ownerId } = same[0]!
    const identity = await identityOf(sessionId, ownerId).catch(() => undefined)
    for (const open of same) {
      if (identity === undefined ? now - open.checkedAt > uncheckedMs : !mayGoOn(identity, open)) open.stream.end()
      else if (identity !== undefined) open.checkedAt = now
    }
  }

  async function beat(now = performance.now()): Promise<void> {
    for (const { stream } of streams) stream.beat()
    if (isChecking) return
    isChecking = true
    await checkDue(now)
    isChecking = false
  }

  /** One session after the other: a thousand of them are no burst for the database. */
  async function checkDue(now: number): Promise<void> {
    const due = [...streams].filter(({ checkedAt }) => now - checkedAt >= checkMs)
    const keyOf = ({ sessionId, ownerId }: Open) => `${sessionId} ${ownerId}`
    for (const key of new Set(due.map(keyOf)))
      await check(
        due.filter((open) => keyOf(open) === key),
        now,
      )
  }

  return {
    open,
    beat,
    count: () => streams.size,
    close: () => {
      isClosing = true
      for (const { stream } of streams) stream.end()
      hub.close()
    },
  }
}
