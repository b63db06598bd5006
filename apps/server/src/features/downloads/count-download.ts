/**
 * Counts downloads by what has left (D5): a session gathers the ranges of one visitor and one file or zip, over any number of
 * requests, and becomes one event when they cover everything. HEAD, aborted and partial reads alone never do.
 */
import { Problem } from '@sampan/contract/errors'
import { inTransaction, type Transaction } from '../../db/connect.ts'
import type { Actor } from '../../http/actor.ts'
import { addJob } from '../../jobs/queue.ts'
import type { Services } from '../../services.ts'
import { transferReads } from '../transfers/index.ts'
import { noticeJob } from './notify-sender.ts'
import * as queries from './queries.ts'
import type { Link } from './resolve-link.ts'

type Deps = Pick<Services, 'db' | 'clock' | 'log' | 'geo' | 'metrics'>
/** What is downloaded: "file:<id>", "zip" or "zip:<selection>". */
export type Scope = { scope: string; sizeBytes: number; fileCount: number }
export type Meter = {
  /** Bytes [from, to) have left. */
  sent: (from: number, to: number) => Promise<void>
  /** This reader ended; a limited link gets its reservation back until the next one. */
  ended: () => Promise<void>
}

const leaseMs = 10 * 60_000
const visitMs = 30 * 60_000
/** Time for the other files of the same click, so that one mail names them all. */
const gatherMs = 3000

/** The program's own word for itself, shortened to what a person knows. */
export function programOf(userAgent: string): string {
  if (/curl|wget|aria2|python|go-http|libwww|okhttp|httpie/i.test(userAgent)) return 'command line'
  return /(Edg|OPR|Firefox|Chrome|Safari|MicroMessenger)/.exec(userAgent)?.[1] ?? 'unknown'
}

/** Same dl, else the same address and program. */
const visitorOf = (link: Link, actor: Actor): string =>
  link.downloadId ? `visit:${link.downloadId.visit}` : `${link.recipient?.id ?? ''}:${actor.ip}:${actor.userAgent}`.slice(0, 400)

export async function meterDownload(deps: Deps, link: Link, actor: Actor, what: Scope): Promise<Meter> {
  const visitor = visitorOf(link, actor)
  let sessionId = await inTransaction(deps.db, (tx) => openSession(tx, deps, link, visitor, what))
  return {
    sent: async (from, to) => {
      await inTransaction(deps.db, async (tx) => {
        const now = deps.clock()
        const added = await queries.addCoverage(tx, sessionId, from, to, new Date(now.getTime() + leaseMs))
        if (added?.isWhole) await completeDownload(tx, deps, { link, actor, visitor, what, sessionId }, now)
      })
    },
    ended: async () => {
      await queries.setLease(deps.db, sessionId, deps.clock())
      sessionId = ''
    },
  }
}

/** A limit is checked and reserved under the transfer's lock, so that racing readers cannot slip past it. */
async function openSession(tx: Transaction, { clock }: Deps, link: Link, visitor: string, what: Scope): Promise<string> {
  const now = clock()
  const leaseUntil = new Date(now.getTime() + leaseMs)
  const { id, downloadLimit } = link.transfer
  const transfer = downloadLimit === null ? link.transfer : (await queries.lockTransfer(tx, id))!
  const known = await queries.findOpenSession(tx, id, visitor, what.scope)
  const holdsLease = known && known.leaseUntil > now
  if (
    transfer.downloadLimit !== null &&
    !holdsLease &&
    transfer.downloadCount + (await queries.leasedSessions(tx, id, now)) >= transfer.downloadLimit
  ) {
    throw new Problem('downloadLimitReached')
  }
  if (!known) {
    const row = {
      transferId: id,
      recipientId: link.recipient?.id ?? null,
      visitor,
      scope: what.scope,
      sizeBytes: what.sizeBytes,
      startedAt: now,
      leaseUntil,
    }
    return queries.insertSession(tx, row)
  }
  await queries.setLease(tx, known.id, leaseUntil)
  return known.id
}

type Reading = { link: Link; actor: Actor; visitor: string; what: Scope; sessionId: string }

async function completeDownload(tx: Transaction, { geo, metrics }: Deps, reading: Reading, now: Date): Promise<void> {
  const { link, actor, visitor, what, sessionId } = reading
  const recipientId = link.recipient?.id ?? null
  const transferId = link.transfer.id
  await queries.completeSession(tx, sessionId, now)
  metrics.count('downloadsCounted')
  const transfer = await queries.countDownload(tx, transferId)
  if (recipientId) await transferReads.updateRecipient(tx, recipientId, { downloadedAt: now })
  const noticeId = transfer.notifyOnDownload ? await noticeOf(tx, transferId, recipientId ?? visitor, now) : null
  const { scope, fileCount, sizeBytes } = what
  const program = programOf(actor.userAgent)
  await queries.insertEvent(tx, {
    transferId,
    sessionId,
    recipientId,
    visitor,
    scope,
    fileCount,
    sizeBytes,
    ip: actor.ip,
    ...geo.placeOf(actor.ip),
    program,
    at: now,
    noticeId,
  })
}

/** One notice per person and visit; its mail leaves a moment later, with all that came until then. */
async function noticeOf(tx: Transaction, transferId: string, person: string, now: Date): Promise<string> {
  const known = await queries.noticeSince(tx, transferId, person, new Date(now.getTime() - visitMs))
  if (known) return known
  const noticeId = await queries.insertNotice(tx, transferId, person, now)
  await addJob(tx, noticeJob, { noticeId }, { key: `notice:${noticeId}`, runAt: new Date(Date.now() + gatherMs) })
  return noticeId
}
