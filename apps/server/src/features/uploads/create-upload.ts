/** Begins an upload: checks every limit that is known, reserves its room, all in one transaction (U8). */
import { randomUUID } from 'node:crypto'
import { Problem } from '@sampan/contract/errors'
import {
  openBytesPerBrowser,
  openBytesPerNetwork,
  slugLength,
  unverifiedKeptSeconds,
  uploadKeptSeconds,
} from '@sampan/contract/limits'
import { planOf } from '@sampan/contract/plans'
import type { UploadPlan } from '@sampan/contract/routes/uploads'
import { checkFileSet, totalBytes } from '@sampan/contract/rules/file-set'
import { inTransaction, type Transaction } from '../../db/connect.ts'
import type { Actor } from '../../http/actor.ts'
import { randomText } from '../../http/random-text.ts'
import type { Ticket } from '../../http/ticket.ts'
import type { Services } from '../../services.ts'
import { isVerified } from '../verification/index.ts'
import { connectionOf, layOut, type NewFile, planReply } from './plan-upload.ts'
import * as queries from './queries.ts'

type Deps = Pick<Services, 'db' | 'clock' | 'masterKeys' | 'storage' | 'config'>
type Input = {
  files: NewFile[]
  connection?: string | undefined
  sender?: string | undefined
  /** The call's Idempotency-Key. */
  requestKey?: string | undefined
}

/** The UTC month that a transfer counts in. */
export const monthOf = (now: Date): string => now.toISOString().slice(0, 7)

async function newSlug(tx: Transaction): Promise<string> {
  for (;;) {
    const slug = randomText(slugLength)
    if (await queries.takeSlug(tx, slug)) return slug
  }
}

export async function checkDiskRoom({ storage, config }: Pick<Services, 'storage' | 'config'>): Promise<void> {
  if ((await storage.freeBytes()) < config.lowWaterBytes) throw new Problem('diskFull', {}, { retryAfterSeconds: 600 })
}

/** Room under a proven address, with an early look at its month; throws what is wrong. */
async function reserveForAddress(tx: Transaction, email: string, role: Actor['role'], bytes: number, now: Date): Promise<string> {
  const plan = planOf(role)
  const owner = await queries.lockOwner(tx, 'address', email, role)
  if (plan.transfersPerMonth !== null && (await queries.transfersInMonth(tx, owner.id, monthOf(now))) >= plan.transfersPerMonth) {
    throw new Problem('monthUsedUp', { role, limit: plan.transfersPerMonth })
  }
  if (owner.usedBytes + owner.reservedBytes + bytes > plan.storageBytes)
    throw new Problem('storageFull', { limitBytes: plan.storageBytes })
  await queries.changeUsage(tx, owner.id, { reservedBytes: bytes })
  return owner.id
}

/** Room under a browser whose sender is not known yet, capped for it and for its network address. */
async function reserveForBrowser(tx: Transaction, browserHash: string, networkKey: string, bytes: number): Promise<string> {
  const owner = await queries.lockOwner(tx, 'browser', browserHash, 'anon')
  if (owner.reservedBytes + bytes > openBytesPerBrowser) throw new Problem('tooMuchUnverified')
  if ((await queries.openBytesOfNetwork(tx, networkKey)) + bytes > openBytesPerNetwork) throw new Problem('tooMuchUnverified')
  await queries.changeUsage(tx, owner.id, { reservedBytes: bytes })
  return owner.id
}

export async function createUpload(deps: Deps, ticket: Ticket, actor: Actor, input: Input): Promise<UploadPlan> {
  checkFileSet(input.files, planOf(actor.role), actor.role)
  await checkDiskRoom(deps)
  const now = deps.clock()
  const bytes = totalBytes(input.files)
  return inTransaction(deps.db, async (tx) => {
    const repeated = input.requestKey && (await queries.uploadOfRequest(tx, ticket.browserHash, input.requestKey))
    if (repeated) return planOfUpload(tx, repeated)
    const isProven = !!input.sender && (await isVerified(tx, ticket.browserHash, input.sender, now))
    const ownerId = isProven
      ? await reserveForAddress(tx, input.sender!, actor.role, bytes, now)
      : await reserveForBrowser(tx, ticket.browserHash, actor.networkKey, bytes)
    const upload = await queries.insertUpload(tx, {
      id: randomUUID(),
      slug: await newSlug(tx),
      ownerId,
      browserHash: ticket.browserHash,
      requestKey: input.requestKey,
      networkKey: actor.networkKey,
      isVerified: isProven,
      connection: connectionOf(input.connection),
      declaredBytes: bytes,
      expiresAt: new Date(now.getTime() + (isProven ? uploadKeptSeconds : unverifiedKeptSeconds) * 1000),
      createdAt: now,
    })
    const rows = layOut(upload.id, input.files, deps.masterKeys)
    await queries.insertBlobs(tx, rows.blobs)
    await queries.insertFiles(tx, rows.files)
    return planReply({ upload, ...(rows as { blobs: queries.BlobRow[]; files: queries.FileRow[] }) })
  })
}

const planOfUpload = async (tx: Transaction, upload: queries.UploadRow): Promise<UploadPlan> =>
  planReply({ upload, blobs: await queries.blobsOf(tx, upload.id), files: await queries.liveFilesOf(tx, upload.id) })
