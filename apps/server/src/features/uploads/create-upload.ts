/** Begins an upload: checks every limit that is known, reserves its quota, all in one transaction (U8). */
import { randomUUID } from 'node:crypto'
import { slugLength } from '@sampan/contract/limits'
import { planOf } from '@sampan/contract/plans'
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
import { type RequestRules, reserveForRequest } from './for-request.ts'
import { type ForTransfer, reserveForTransfer } from './for-transfer.ts'
import { checkOpenUploads } from './open-caps.ts'
import { connectionOf, layOut, type NewFile, planReply } from './plan-upload.ts'
import * as queries from './queries.ts'
import { reserveQuota } from './reserve-quota.ts'
import { checkDiskShare, checkMark } from './share-disk.ts'

type Deps = Pick<Services, 'db' | 'clock' | 'masterKeys' | 'storage' | 'config' | 'metrics'> & RequestRules
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

export async function createUpload(deps: Deps, ticket: Ticket, actor: Actor, input: Input): Promise<UploadPlan> {
  const { files, sender, requestKey, forTransfer } = input
  if (ticket.kind === 'anonUpload') checkFileSet(files, planOf('anon'), 'anon')
  await checkMark(deps, actor)
  const now = deps.clock()
  return inTransaction(deps.db, async (tx) => {
    const repeated = requestKey && (await queries.uploadOfRequest(tx, ticket, requestKey))
    if (repeated) return planOfUpload(tx, repeated)
    const { owner, reservation } = await reserveFor(tx, deps, ticket, { actor, forTransfer, sender, files, now })
    const bytes = totalBytes(files)
    const upload = await queries.insertUpload(tx, {
      id: randomUUID(),
      slug: await newSlug(tx),
      ownerId: owner.id,
      ...reservation,
      browserHash: ticket.browserHash,
      requestKey,
      networkKey: actor.networkKey,
      connection: connectionOf(input.connection),
      declaredBytes: bytes,
      expiresAt: addSeconds(now, keptSeconds({ forRequestId: null, ...reservation, receivedBytes: 0, declaredBytes: bytes })),
      createdAt: now,
    })
    const rows = layOut(upload.id, files, deps.masterKeys)
    await insertFiles(tx, rows)
    await checkDiskShare(tx, deps, { owner, addedBytes: bytes, comingBytes: bytes })
    deps.metrics.count('uploadsCreated')
    return planReply({ upload, ...rows })
  })
}

type Reserving = { actor: Actor; now: Date } & Pick<Input, 'files' | 'forTransfer' | 'sender'>

async function reserveFor(tx: Transaction, deps: Deps, ticket: Ticket, { forTransfer, ...asked }: Reserving) {
  if (ticket.kind === 'request')
    return reserveForRequest(tx, deps, ticket, { files: asked.files, networkKey: asked.actor.networkKey, now: asked.now })
  const reserved = forTransfer
    ? await reserveForTransfer(tx, asked.actor, asked.files, forTransfer)
    : await reserveQuota(tx, { ...asked, browserHash: ticket.browserHash, sender: asked.sender })
  // Its owner is locked: of many at once none slips past.
  await checkOpenUploads(tx, reserved.owner)
  return reserved
}

export const planOfUpload = async (tx: Transaction, upload: queries.UploadRow): Promise<UploadPlan> =>
  planReply({ upload, blobs: await queries.blobsOf(tx, upload.id), files: await queries.liveFilesOf(tx, upload.id) })
