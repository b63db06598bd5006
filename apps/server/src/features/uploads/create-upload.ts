/** Begins an upload: checks every limit that is known, reserves its quota, all in one transaction (U8). */
import { randomUUID } from 'node:crypto'
import { slugLength } from '@sampan/contract/limits'
import { plans } from '@sampan/contract/plans'
import type { UploadPlan } from '@sampan/contract/routes/uploads'
import { checkFileSet, totalBytes } from '@sampan/contract/rules/file-set'
import { keptSeconds } from '@sampan/contract/rules/kept-upload'
import { addSeconds } from '../../add-seconds.ts'
import { inTransaction, type Transaction } from '../../db/connect.ts'
import type { Actor } from '../../http/actor.ts'
import { randomText } from '../../http/random-text.ts'
import type { Ticket } from '../../http/ticket.ts'
import type { Services } from '../../services.ts'
import { insertFiles } from '../content/index.ts'
import { checkOpenUploads } from './open-caps.ts'
import { connectionOf, layOut, planReply } from './plan-upload.ts'
import { type CreateBody, purposeNamed, type UploadPurpose, type UploadPurposes } from './purpose.ts'
import * as queries from './queries.ts'
import { sendName } from './send-purpose.ts'
import { checkDiskShare, checkMark } from './share-disk.ts'

type Deps = Pick<Services, 'db' | 'clock' | 'masterKeys' | 'storage' | 'direct' | 'config' | 'metrics'> & UploadPurposes
/** With the call's Idempotency-Key. */
type Input = CreateBody & { requestKey?: string | undefined }

export async function newSlug(tx: Transaction): Promise<string> {
  for (;;) {
    const slug = randomText(slugLength)
    if (await queries.takeSlug(tx, slug)) return slug
  }
}

export async function createUpload(
  deps: Deps,
  ticket: Ticket,
  actor: Actor,
  { requestKey, ...body }: Input,
): Promise<UploadPlan> {
  const { files } = body
  if (ticket.kind === 'anonUpload') checkFileSet(files, plans.anon, 'anon')
  await checkMark(deps, actor)
  const now = deps.clock()
  return inTransaction(deps.db, async (tx) => {
    const repeated = requestKey && (await queries.uploadOfRequest(tx, ticket, requestKey))
    if (repeated) return planOfUpload(tx, deps, repeated)
    const { browserHash } = ticket
    const { purposeId, purposeOf } = ticket.kind === 'purpose' ? ticket : { purposeId: null, purposeOf: null }
    const purpose = purposeOfCall(deps, ticket, body)
    const { owner, reservation } = await purpose.reserve(tx, { actor, browserHash, purposeId, purposeOf, body, now })
    // Its owner is locked: of many at once none slips past. What comes by tickets of its own has caps of its own.
    if (ticket.kind !== 'purpose') await checkOpenUploads(tx, owner)
    const bytes = totalBytes(files)
    const upload = await queries.insertUpload(tx, {
      id: randomUUID(),
      slug: await newSlug(tx),
      ownerId: owner.id,
      purpose: purpose.name,
      ...reservation,
      browserHash,
      requestKey,
      networkKey: actor.networkKey,
      connection: connectionOf(body.connection),
      declaredBytes: bytes,
      expiresAt: addSeconds(now, keptSeconds({ purposeId: null, ...reservation, receivedBytes: 0, declaredBytes: bytes })),
      createdAt: now,
    })
    const rows = layOut(upload.id, files, deps.masterKeys)
    await insertFiles(tx, rows)
    await checkDiskShare(tx, deps, { owner, addedBytes: bytes, comingBytes: bytes })
    deps.metrics.count('uploadsCreated')
    return planReply({ upload, ...rows }, deps.direct !== null)
  })
}

/** Its ticket says it, or the call itself; else it is sent by its own slug. */
function purposeOfCall(deps: UploadPurposes, ticket: Ticket, body: CreateBody): UploadPurpose {
  if (ticket.kind === 'purpose') return purposeNamed(deps, ticket.purpose)
  return deps.uploadPurposes.find((purpose) => purpose.isAskedBy?.(body)) ?? purposeNamed(deps, sendName)
}

export async function planOfUpload(
  tx: Transaction,
  { direct }: Pick<Services, 'direct'>,
  upload: queries.UploadRow,
): Promise<UploadPlan> {
  const [blobs, files] = [await queries.blobsOf(tx, upload.id), await queries.liveFilesOf(tx, upload.id)]
  return planReply({ upload, blobs, files }, direct !== null)
}
