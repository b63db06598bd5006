/** A supplier submits: once, whatever is retried; the files count when all of them are durable (R2, R4). */
import { Problem } from '@sampan/contract/errors'
import type { submitFiles as route } from '@sampan/contract/routes/request-page'
import type { RouteAnswer, RouteInput } from '@sampan/contract/routes/route'
import { checkRequestFiles } from '@sampan/contract/rules/accepted-types'
import { totalBytes } from '@sampan/contract/rules/file-set'
import { inTransaction, type Transaction } from '../../db/connect.ts'
import { notifyLive } from '../../db/live.ts'
import type { Actor } from '../../http/actor.ts'
import { takeRate } from '../../http/rate-limit.ts'
import type { Services } from '../../services.ts'
import { insertReceived } from '../transfers/index.ts'
import { claimForRequest, filesOfUpload, finishUpload, markRecorded, type UploadHooks } from '../uploads/index.ts'
import { type DocumentRow, documentsOf, lockRequest, type RequestRow, updateRequest } from './queries.ts'
import { findSubmission, insertSubmission, insertSubmittedFiles, type SubmissionRow } from './queries-submissions.ts'
import { type SupplierRow, updateSupplier } from './queries-suppliers.ts'
import { findSender, findVisitor, type LinkQuery, requireOpen } from './visitor.ts'

type Input = RouteInput<typeof route>['body']
type Answer = RouteAnswer<typeof route>
type Claimed = NonNullable<Awaited<ReturnType<typeof claimForRequest>>>

export async function submitFiles(
  services: Services & UploadHooks,
  actor: Actor,
  link: LinkQuery,
  input: Input,
): Promise<Answer> {
  const { request, supplier } = await findVisitor(services, actor, link)
  if (!supplier) throw new Problem('uploadNotFound')
  const before = await findSubmission(services.db, { uploadId: input.uploadId })
  // A repeated call is answered as the first one, whatever the request has become since.
  if (!before) await findSender(services, actor, link)
  const sender = whoSubmits(request, supplier, input)
  const { id } =
    before ??
    (await inTransaction(services.db, (tx) =>
      submitRows(tx, services, { actor, supplier, requestId: request.id, input, sender }),
    ))
  await finishUpload(services, input.uploadId)
  return answerOf(services, (await findSubmission(services.db, { id }))!, supplier.id, sender.email)
}

type Sender = { email: string; name: string; company: string }

/** Whom a personal link names is who that says; others say it themselves, as far as the request asks. */
function whoSubmits({ nameField, emailField }: RequestRow, supplier: SupplierRow, { name, email }: Input): Sender {
  const isNamed = supplier.tokenHash !== null
  const said = { name: nameField === 'hidden' ? '' : name.trim(), email: emailField === 'hidden' ? '' : email }
  const sender = isNamed
    ? { name: said.name || supplier.name, email: supplier.email ?? '', company: supplier.company }
    : { ...said, company: '' }
  const missing = {
    ...(nameField === 'required' && !sender.name && { name: 'required' as const }),
    ...(emailField === 'required' && !sender.email && { email: 'required' as const }),
  }
  if (Object.keys(missing).length) throw new Problem('invalidInput', {}, { fields: missing })
  return sender
}

type Submitting = { actor: Actor; supplier: SupplierRow; requestId: string; input: Input; sender: Sender }

async function submitRows(
  tx: Transaction,
  services: Services,
  { actor, supplier, requestId, input, sender }: Submitting,
): Promise<SubmissionRow> {
  const now = services.clock()
  const requester = { browserHash: actor.browserHash, requestId, supplierId: supplier.id }
  // The upload is locked before the request, as where files are added to it.
  const claimed = await claimForRequest(tx, { uploadId: input.uploadId, requester, now })
  const request = await lockRequest(tx, { id: requestId })
  if (!request) throw new Problem('requestUnknown')
  if (!claimed) {
    const before = await findSubmission(tx, { uploadId: input.uploadId })
    if (!before) throw new Problem('uploadNotFound')
    return before
  }
  await requireOpen(tx, request, supplier.id, now)
  await takeRate(tx, services.config.rateLimits.requestSubmit, `${requestId}:${actor.networkKey}`, now)
  const places = placesOf(await documentsOf(tx, requestId), request, claimed, input)
  const submission = await insertRows(tx, request, { claimed, supplier, input, sender, now })
  await insertSubmittedFiles(tx, submission.id, places)
  await markRecorded(tx, services, claimed.upload.id, input)
  await updateRequest(tx, requestId, { submissionCount: request.submissionCount + 1 })
  await updateSupplier(tx, supplier.id, { name: sender.name, ...(!supplier.tokenHash && { email: sender.email || null }) })
  await notifyLive(tx, { ownerId: request.ownerId, what: 'request', slug: request.slug })
  return submission
}

/** Which file is for which document: each is of its types. A folder of its own is none. */
function placesOf(documents: readonly DocumentRow[], request: RequestRow, { files }: Claimed, input: Input) {
  const byId = new Map(files.map((file) => [file.id, file]))
  const places = new Map<string, string>()
  for (const { documentId, fileIds } of input.documents) {
    const document = documents.find(({ id }) => id === documentId)
    const chosen = fileIds.map((id) => byId.get(id))
    // A foreign id is an unknown one; so is one that is named twice.
    if (!document || chosen.includes(undefined) || fileIds.some((id) => places.has(id)))
      throw new Problem('invalidInput', {}, { fields: { documents: 'invalid' } })
    checkRequestFiles(chosen as Claimed['files'], { accept: document.accept, maxFileBytes: request.maxFileBytes, maxFiles: null })
    for (const id of fileIds) places.set(id, documentId)
  }
  const others = files.filter(({ id }) => !places.has(id))
  if (others.length && documents.length && !request.takesOtherFiles)
    throw new Problem('invalidInput', {}, { fields: { documents: 'required' } })
  checkRequestFiles(others, { accept: request.accept, maxFileBytes: request.maxFileBytes, maxFiles: null })
  checkRequestFiles(files, { accept: [], maxFileBytes: null, maxFiles: request.maxFiles })
  return files.map(({ id: fileId }) => ({ fileId, documentId: places.get(fileId) ?? null }))
}

type Rows = Pick<Submitting, 'supplier' | 'input' | 'sender'> & { claimed: Claimed; now: Date }

async function insertRows(
  tx: Transaction,
  request: RequestRow,
  { claimed: { upload, files }, supplier, input, sender, now }: Rows,
): Promise<SubmissionRow> {
  const { message } = input
  const transfer = await insertReceived(tx, {
    slug: upload.slug,
    uploadId: upload.id,
    request,
    files,
    from: sender,
    message,
    now,
  })
  return insertSubmission(tx, {
    requestId: request.id,
    supplierId: supplier.id,
    transferId: transfer.id,
    uploadId: upload.id,
    message,
    language: input.language ?? request.language,
    createdAt: now,
  })
}

async function answerOf({ db }: Services, submission: SubmissionRow, supplierId: string, receiptTo: string): Promise<Answer> {
  if (submission.supplierId !== supplierId) throw new Problem('uploadNotFound')
  const files = await filesOfUpload(db, submission.uploadId)
  return {
    submissionId: submission.id,
    state: submission.receivedAt ? 'received' : 'uploading',
    fileCount: files.length,
    totalBytes: totalBytes(files),
    receiptTo: receiptTo || null,
  }
}
