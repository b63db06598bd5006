/**
 * Counts downloads by what has left (D5): a session gathers the ranges of one visitor and one file or zip, over any number of
 * requests, and becomes one event when they cover everything. HEAD, aborted and partial reads alone never do.
 */
import { Problem } from '@sampan/contract/errors'
import { downloadVisitSeconds } from '@sampan/contract/limits'
import type { FileKind } from '@sampan/contract/states'
import { addSeconds } from '../../add-seconds.ts'
import { type Db, inTransaction, type Transaction } from '../../db/connect.ts'
import { type DownloadScope, isAll, scopeKey } from '../../db/download-scope.ts'
import { notifyLive } from '../../db/live.ts'
import { isUnwritable } from '../../db/trouble.ts'
import type { Meter } from '../../delivery/meter.ts'
import type { Actor } from '../../http/actor.ts'
import { readerWords } from '../../http/device-words.ts'
import { addJob } from '../../jobs/queue.ts'
import type { Services } from '../../services.ts'
import { addDownload } from '../analytics/index.ts'
import { notify } from '../notifications/index.ts'
import { digestLater } from '../receipts/index.ts'
import { placeOf } from '../timeline/index.ts'
import { countDownload, hasTakenAll, isUsedUp, statusOf, updateRecipient } from '../transfers/index.ts'
import { tellWebhooks, transferFacts } from '../webhooks/index.ts'
import { isFreeDownload, mayBegin, visitorOf } from './limited-visit.ts'
import { personOf } from './note-opening.ts'
import { noticeJob } from './notify-sender.ts'
import * as queries from './queries.ts'
import type { Link } from './resolve-link.ts'
import { type Backlog, makeBacklog, type Uncounted } from './uncounted.ts'

type Deps = Pick<Services, 'db' | 'clock' | 'log' | 'geo' | 'metrics' | 'config'>
/** What is downloaded. */
export type Scope = {
  scope: DownloadScope
  sizeBytes: number
  fileCount: number
  /** The transfer's version that it reads. */
  version: number
  fileKind: FileKind
  /** Of one file, or of the first. */
  fileName: string
}
const leaseSeconds = 10 * 60
/** Of a limited link's download that left and could not be counted: given back where its process never comes to count it. */
const owedLeaseSeconds = 24 * 3600
/** What began before the expiry or the limit came may end; the purge waits for it (X1). */
const mayEnd: ReadonlySet<string> = new Set(['uploading', 'active', 'expired', 'limitReached'])
/** Time for the other files of the same click, so that one mail names them all. */
const gatherSeconds = 3

/** Of one server; `settle` is for its end. */
export function makeMeters(deps: Deps): {
  meter: (link: Link, actor: Actor, what: Scope) => Promise<Meter>
  settle: () => Promise<void>
} {
  const backlog = makeBacklog<Asked>(deps, (one) => countLate(deps, one))
  const meter = (link: Link, actor: Actor, what: Scope) =>
    meterDownload(deps, backlog, { link, actor, what, visitor: visitorOf(link, actor) })
  return { meter, settle: backlog.settle }
}

async function meterDownload(deps: Deps, backlog: Backlog<Asked>, asked: Asked): Promise<Meter> {
  const { link, what, visitor } = asked
  const transferId = link.transfer.id
  const key = [transferId, visitor, scopeKey(what.scope), what.version, what.sizeBytes].join(' ')
  const sessionId = await begin(deps, backlog, asked)
  const leaseFrom = (now: Date, seconds = leaseSeconds) => addSeconds(now, seconds)
  let isOwed = false
  return {
    sent: async (from, to) => {
      const now = deps.clock()
      try {
        if (sessionId === null) throw notWritten
        await inTransaction(deps.db, async (tx) => {
          const added = await queries.addCoverage(tx, transferId, sessionId, from, to, leaseFrom(now))
          if (added?.isWhole) await completeDownload(tx, deps, { ...asked, sessionId }, now)
        })
      } catch (error) {
        if (error !== notWritten && !isUnwritable(error)) throw error
        isOwed = true
        backlog.add(key, asked, [from, to], now)
      }
    },
    mayGoOn: async () => {
      if (sessionId !== null) await queries.keepLease(deps.db, sessionId, leaseFrom(deps.clock())).catch(unlessUnwritable)
      return mayReadOn(deps, link, what)
    },
    ended: async () => {
      if (sessionId === null) return
      const now = deps.clock()
      // What no process but this one knows of must not be given once more by another.
      if (isOwed && link.transfer.downloadLimit !== null)
        await queries.keepLease(deps.db, sessionId, leaseFrom(now, owedLeaseSeconds))
      else await queries.leaveSession(deps.db, sessionId, now)
    },
  }
}

/** Whether its reader may have the rest of what was begun. */
export async function mayReadOn(
  deps: Pick<Deps, 'db' | 'clock' | 'config'>,
  link: Link,
  { scope, version }: Pick<Scope, 'scope' | 'version'>,
): Promise<boolean> {
  const read = { transferId: link.transfer.id, recipientId: link.recipient?.id ?? null, ...scope, version }
  // Without a scanner nothing is found while somebody reads.
  const standing = await queries.downloadStateOf(deps.db, read, deps.config.clamd !== null)
  if (!standing || standing.transfer.state === 'deleted' || standing.isInfected || isShut(standing, link)) return false
  return mayEnd.has(statusOf(standing.transfer, standing.ownerStatus, deps.clock()))
}

/** Of a download that has no session, because none could be written. */
const notWritten = new Error('this download has no session')

function unlessUnwritable(error: unknown): void {
  if (!isUnwritable(error)) throw error
}

/** Null where it cannot be written now, and need not be: its link is not limited. */
async function begin(deps: Deps, backlog: Backlog<Asked>, asked: Asked): Promise<string | null> {
  const isLimited = asked.link.transfer.downloadLimit !== null
  try {
    // What was given before is counted before more is.
    if (isLimited) await backlog.settle()
    return backlog.isWaiting() ? null : await openSession(deps, asked)
  } catch (error) {
    if (!isUnwritable(error)) throw error
    if (isLimited) throw new Problem('downloadNotCounted', {}, { retryAfterSeconds: 60 })
    return null
  }
}

/** As it would have been when it left; it is asked of no limit, for it was given. */
async function countLate(deps: Deps, { reading, ranges, at }: Uncounted<Asked>): Promise<void> {
  const transferId = reading.link.transfer.id
  await inTransaction(deps.db, async (tx) => {
    if (!(await queries.lockTransfer(tx, transferId))) throwUnknown()
    const sessionId = (await queries.openSession(tx, sessionOf(deps, reading), at, at)) ?? throwUnknown()
    for (const [from, to] of ranges) {
      const added = await queries.addCoverage(tx, transferId, sessionId, from, to, at)
      if (added?.isWhole) await completeDownload(tx, deps, { ...reading, sessionId }, at)
    }
    await queries.leaveSession(tx, sessionId, at)
  })
}

/** Taken from this reader since it began: the recipient's link, the open one, or the password that it gave. */
function isShut({ transfer, readerId }: NonNullable<Awaited<ReturnType<typeof queries.downloadStateOf>>>, link: Link): boolean {
  if (link.isOwn) return false
  if (link.recipient ? !readerId : transfer.isRestricted) return true
  return transfer.passwordHash !== null && transfer.passwordHash !== link.transfer.passwordHash
}

type Asked = { link: Link; actor: Actor; visitor: string; what: Scope }

function sessionOf(deps: Deps, { link, actor, visitor, what }: Asked) {
  const { recipient, transfer, ownerPlaces } = link
  return {
    transferId: transfer.id,
    visitor,
    ...what.scope,
    sizeBytes: what.sizeBytes,
    version: what.version,
    recipientId: recipient?.id ?? null,
    // As timeline and receipts tell it of this download, from its start to its end.
    recipientEmail: recipient?.email ?? null,
    ...readerWords(actor.userAgent),
    ...placeOf(deps, ownerPlaces, actor.ip),
  }
}

/** A limit is checked and reserved under the transfer's lock, so that racing readers cannot slip past it. */
async function openSession(deps: Deps, asked: Asked): Promise<string> {
  const now = deps.clock()
  const leaseUntil = addSeconds(now, leaseSeconds)
  const { transfer } = asked.link
  const session = sessionOf(deps, asked)
  // It may have been taken back since the link was looked up.
  const opened = async (db: Db) => (await queries.openSession(db, session, now, leaseUntil)) ?? throwUnknown()
  if (transfer.downloadLimit === null) return opened(deps.db)
  return inTransaction(deps.db, async (tx) => {
    const locked = (await queries.lockTransfer(tx, transfer.id)) ?? throwUnknown()
    if (!(await mayBegin(tx, locked, session, now))) throw new Problem('downloadLimitReached')
    return opened(tx)
  })
}

function throwUnknown(): never {
  throw new Problem('transferUnknown')
}

type Reading = Asked & { sessionId: string }

const readingOf = ({ link, visitor, what: { version, sizeBytes, scope } }: Reading) => ({
  transferId: link.transfer.id,
  visitor,
  version,
  sizeBytes,
  ...scope,
})

async function completeDownload(tx: Transaction, deps: Deps, reading: Reading, now: Date): Promise<void> {
  const { link, actor, visitor, what, sessionId } = reading
  const recipientId = link.recipient?.id ?? null
  const transferId = link.transfer.id
  const reader = await queries.completeSession(tx, sessionId, now)
  deps.metrics.count('downloadsCounted')
  const isFree =
    link.transfer.downloadLimit !== null &&
    (await isFreeDownload(tx, { transfer: link.transfer, reading: readingOf(reading), sessionId }, now))
  const transfer = await countDownload(tx, transferId, isFree)
  // Who has a part of it is still waited for. All of the newest version is known by itself.
  const isWhole = isAll(what.scope) && what.version === link.transfer.version
  if (recipientId && (isWhole || (await hasTakenAll(tx, link.transfer, recipientId))))
    await updateRecipient(tx, recipientId, { downloadedAt: now })
  const noticeId = transfer.notifyOnDownload ? await noticeOf(tx, transferId, recipientId ?? visitor, now) : null
  if (transfer.downloadCount === 1) await digestLater(tx, transferId)
  const { scope, fileCount, sizeBytes } = what
  await addDownload(tx, {
    transferId,
    ownerId: transfer.ownerId,
    sessionId,
    recipientId,
    ...reader,
    visitor,
    ...scope,
    fileCount,
    sizeBytes,
    fileKind: what.fileKind,
    ip: actor.ip,
    at: now,
    noticeId,
  })
  await queries.countPlace(tx, { transferId, ...reader })
  await notifyLive(tx, { ownerId: transfer.ownerId, slug: transfer.slug, what: 'transfer' })
  // It ends the link for everybody, which its sender can change.
  if (!isFree && isUsedUp(transfer) && (await queries.isAwaited(tx, transferId)))
    await notify(tx, { transferId, transfer, kind: 'limitReached', at: now })
  // By the bell in any case: the switches are of mails.
  await notify(tx, {
    transferId,
    transfer,
    kind: 'downloaded',
    at: now,
    recipientEmail: reader.recipientEmail,
    place: reader,
    program: reader.program,
    file: { name: what.fileName, count: fileCount },
    gather: { person: recipientId ?? visitor, withinSeconds: downloadVisitSeconds },
  })
  await tellWebhooks(tx, deps, {
    ownerId: transfer.ownerId,
    type: 'transfer.downloaded',
    at: now,
    data: (origin) => ({
      transfer: transferFacts(origin, link.transfer),
      recipient: personOf(link),
      downloaded: { fileCount, totalBytes: sizeBytes },
      downloadCount: transfer.downloadCount,
    }),
  })
}

/** One notice per person and visit; its mail leaves a moment later, with all that came until then. */
async function noticeOf(tx: Transaction, transferId: string, person: string, now: Date): Promise<string> {
  const known = await queries.noticeSince(tx, transferId, person, addSeconds(now, -downloadVisitSeconds))
  if (known) return known
  const noticeId = await queries.insertNotice(tx, transferId, person, now)
  await addJob(tx, noticeJob, { noticeId }, { key: `notice:${noticeId}`, afterSeconds: gatherSeconds })
  return noticeId
}
