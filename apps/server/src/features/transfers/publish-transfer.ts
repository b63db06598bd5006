/** /quicksend2: publishes an upload as a transfer, once, whatever is retried (U8, R05). */
import { randomUUID } from 'node:crypto'
import { Problem } from '@sampan/contract/errors'
import { linkPath } from '@sampan/contract/paths'
import { planOf } from '@sampan/contract/plans'
import type { RouteAnswer, RouteInput } from '@sampan/contract/routes/route'
import type { quicksend2 } from '@sampan/contract/routes/transfers'
import { mayExpireAfter } from '@sampan/contract/rules/expiry'
import { baseName } from '@sampan/contract/rules/file-path'
import { countFiles, totalBytes } from '@sampan/contract/rules/file-set'
import { mergeRecipients } from '@sampan/contract/rules/recipients'
import { inTransaction, type Transaction } from '../../db/connect.ts'
import type { Actor } from '../../http/actor.ts'
import { addJob } from '../../jobs/queue.ts'
import type { Services } from '../../services.ts'
import { type ClaimedUpload, claimUpload, uploadFeature } from '../uploads/index.ts'
import { isVerified } from '../verification/index.ts'
import { finishTransfer } from './finish-transfer.ts'
import { linkToken, tokenHash } from './link-token.ts'
import * as queries from './queries.ts'

type Input = RouteInput<typeof quicksend2>['body']
type Answer = RouteAnswer<typeof quicksend2>
type Checked = { senderEmail: string; to: string[] }

/** What can be refused before anything is looked up. Foreign ids are refused, never believed (reliability, Decisions). */
function checkInput(actor: Actor, input: Input): Checked {
  const plan = planOf(actor.role)
  if (input.senderId || input.parentAdminID) throw new Problem('notYours')
  if (input.sendAs === 'link' && !plan.links) throw new Problem('linksReserved')
  if (!input.senderEmail) throw new Problem('invalidInput', {}, { fields: { senderEmail: 'required' } })
  const to = mergeRecipients(
    [],
    input.emailTo.map(({ email }) => email),
  )
  if (input.sendAs === 'email' && to.length === 0) throw new Problem('invalidInput', {}, { fields: { emailTo: 'required' } })
  if (to.length > plan.recipients) throw new Problem('tooManyRecipients', { role: actor.role, limit: plan.recipients })
  if (!mayExpireAfter(plan, input.expirySeconds)) throw new Problem('expiryNotAllowed', { role: actor.role })
  return { senderEmail: input.senderEmail, to }
}

export async function publishTransfer(services: Services, actor: Actor, input: Input): Promise<Answer> {
  const { senderEmail, to } = checkInput(actor, input)
  const now = services.clock()
  const published = await inTransaction(services.db, async (tx) => {
    if (!(await isVerified(tx, actor.browserHash!, senderEmail, now))) throw new Problem('addressNotVerified')
    const claim = { slug: input.slug, browserHash: actor.browserHash, email: senderEmail, role: actor.role, now }
    const claimed = await claimUpload(tx, claim)
    return claimed
      ? insertRows(tx, services, claimed, input, { senderEmail, to }, now)
      : await queries.findTransfer(tx, { slug: input.slug })
  })
  if (!published) throw new Problem('uploadNotFound')
  await finishTransfer(services, published.uploadId)
  return record(services, (await queries.findTransfer(services.db, { id: published.id }))!)
}

async function insertRows(
  tx: Transaction,
  { secrets }: Services,
  claimed: ClaimedUpload,
  input: Input,
  { senderEmail, to }: Checked,
  now: Date,
): Promise<queries.TransferRow> {
  const { upload, ownerId, files } = claimed
  const transfer = await queries.insertTransfer(tx, {
    slug: upload.slug,
    uploadId: upload.id,
    ownerId,
    state: 'uploading',
    sendAs: input.sendAs,
    senderEmail,
    senderName: input.senderName?.trim() || null,
    company: input.company?.trim() || null,
    message: input.message,
    language: input.language ?? 'en',
    fileName: baseName(files[0]!.path),
    fileCount: countFiles(files),
    totalBytes: totalBytes(files),
    expirySeconds: input.expirySeconds,
    sentAt: now,
    expiresAt: new Date(now.getTime() + input.expirySeconds * 1000),
    notifyOnDownload: input.notifyOnDownload,
  })
  const names = new Map(input.emailTo.map(({ email, name }) => [email, name?.trim() || null]))
  const rows = to.map((email) => {
    const id = randomUUID()
    return {
      id,
      transferId: transfer.id,
      email,
      name: names.get(email) ?? null,
      tokenHash: tokenHash(linkToken(secrets.link, id)),
    }
  })
  await queries.insertRecipients(tx, rows)
  // Finished right after this transaction; a process that dies in between leaves the job.
  await addJob(tx, uploadFeature.finishJob, { uploadId: upload.id }, { key: `finish:${upload.id}` })
  return transfer
}

async function record({ db, config }: Services, transfer: queries.TransferRow): Promise<Answer> {
  const to = await queries.recipientsOf(db, transfer.id)
  return {
    _id: transfer.id,
    slug: transfer.slug,
    state: transfer.state,
    sendAs: transfer.sendAs,
    senderEmail: transfer.senderEmail,
    message: transfer.message,
    fileName: transfer.fileName,
    fileNumber: transfer.fileCount,
    totalBytes: transfer.totalBytes,
    dateSent: transfer.sentAt.getTime(),
    expiryDate: transfer.expiresAt.getTime(),
    expirySeconds: transfer.expirySeconds,
    emailTo: to.map(({ email }) => ({ email })),
    linkUrl: transfer.sendAs === 'link' ? new URL(linkPath(transfer.slug), config.publicUrl).href : null,
    contacts: [],
  }
}
