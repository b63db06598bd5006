/** Begins an upload: checks every limit that is known, reserves its quota, all in one transaction (U8). */
import { randomUUID } from 'node:crypto'
import { Problem } from '@sampan/contract/errors'
import { maxOpenUploads, slugLength, unverifiedKeptSeconds, uploadKeptSeconds } from '@sampan/contract/limits'
import { planOf } from '@sampan/contract/plans'
import type { UploadPlan } from '@sampan/contract/routes/uploads'
import { checkFileSet, totalBytes } from '@sampan/contract/rules/file-set'
import { addSeconds } from '../../add-seconds.ts'
import { inTransaction, type Transaction } from '../../db/connect.ts'
import { minFreeBytes } from '../../disk-space.ts'
import type { Actor } from '../../http/actor.ts'
import { randomText } from '../../http/random-text.ts'
import type { Ticket } from '../../http/ticket.ts'
import type { Services } from '../../services.ts'
import { type ForTransfer, reserveForTransfer } from './for-transfer.ts'
import { connectionOf, layOut, type NewFile, planReply } from './plan-upload.ts'
import * as queries from './queries.ts'
import { reserveQuota } from './reserve-quota.ts'

type Deps = Pick<Services, 'db' | 'clock' | 'masterKeys' | 'storage' | 'config' | 'metrics'>
type Input = {
  files: NewFile[]
  connection?: string | undefined
  /** A guest's address, if it is known; an account has its own. */
  sender?: string | undefined
  /** Its files come into this sent transfer, from which `without` go. */
  forTransfer?: ForTransfer | undefined
  /** The call's Idempotency-Key. */
  requestKey?: string | undefined
}

export async function newSlug(tx: Transaction): Promise<string> {
  for (;;) {
    const slug = randomText(slugLength)
    if (await queries.takeSlug(tx, slug)) return slug
  }
}

export async function checkDiskSpace({ storage, config }: Pick<Services, 'storage' | 'config'>): Promise<void> {
  if ((await storage.freeBytes()) < config.lowWaterBytes) throw new Problem('diskFull', {}, { retryAfterSeconds: 600 })
}

/** What is under way may go below the mark, and leaves space for the database, which may be on the same disk. */
export async function checkSpaceForPart({ storage, config }: Pick<Services, 'storage' | 'config'>): Promise<void> {
  if ((await storage.freeBytes()) < minFreeBytes(config)) throw new Problem('diskFull', {}, { retryAfterSeconds: 60 })
}

export async function createUpload(deps: Deps, ticket: Ticket, actor: Actor, input: Input): Promise<UploadPlan> {
  const { files, sender, requestKey, forTransfer } = input
  if (actor.kind === 'anonymous') checkFileSet(files, planOf('anon'), 'anon')
  await checkDiskSpace(deps)
  const now = deps.clock()
  return inTransaction(deps.db, async (tx) => {
    const repeated = requestKey && (await queries.uploadOfRequest(tx, ticket, requestKey))
    if (repeated) return planOfUpload(tx, repeated)
    const reservation = forTransfer
      ? await reserveForTransfer(tx, actor, files, forTransfer)
      : await reserveQuota(tx, { actor, browserHash: ticket.browserHash, sender, files, now })
    // Its owner is locked: of many at once none slips past.
    if ((await queries.openUploadsOf(tx, reservation.ownerId)) >= maxOpenUploads) throw new Problem('tooManyOpen')
    const upload = await queries.insertUpload(tx, {
      id: randomUUID(),
      slug: await newSlug(tx),
      ...reservation,
      browserHash: ticket.browserHash,
      requestKey,
      networkKey: actor.networkKey,
      connection: connectionOf(input.connection),
      declaredBytes: totalBytes(files),
      expiresAt: addSeconds(now, reservation.isVerified ? uploadKeptSeconds : unverifiedKeptSeconds),
      createdAt: now,
    })
    const rows = layOut(upload.id, files, deps.masterKeys)
    await queries.insertBlobs(tx, rows.blobs)
    await queries.insertFiles(tx, rows.files)
    deps.metrics.count('uploadsCreated')
    return planReply({ upload, ...rows })
  })
}

export const planOfUpload = async (tx: Transaction, upload: queries.UploadRow): Promise<UploadPlan> =>
  planReply({ upload, blobs: await queries.blobsOf(tx, upload.id), files: await queries.liveFilesOf(tx, upload.id) })
