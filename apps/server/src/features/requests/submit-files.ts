/** A supplier submits: once, whatever is retried; the files count when all of them are durable (R2, R4). */
import { Problem } from '@sampan/contract/errors'
import type { submitFiles as route } from '@sampan/contract/routes/request-page'
import type { RouteAnswer, RouteInput } from '@sampan/contract/routes/route'
import { checkRequestFiles, isAcceptedName, recordable } from '@sampan/contract/rules/accepted-types'
import { totalBytes } from '@sampan/contract/rules/file-set'
import { inTransaction, type Transaction } from '../../db/connect.ts'
import { notifyLive } from '../../db/live.ts'
import type { Actor } from '../../http/actor.ts'
import { takeRate } from '../../http/rate-limit.ts'
import type { Services } from '../../services.ts'
import { filesOfUpload, markRecorded } from '../content/index.ts'
import { insertReceived } from '../transfers/index.ts'
import { claimForPurpose, finishUpload, type UploadPurposes } from '../uploads/index.ts'
import { admitVisitor, senderKey } from './admit-visitor.ts'
import { type DocumentRow, documentsOf, lockRequest, type RequestRow, updateRequest } from './queries.ts'
import { requestName } from './queries-strangers.ts'
import { findSubmission, insertSubmission, insertSubmittedFiles, type SubmissionRow } from './queries-submissions.ts'
import { type SupplierRow, updateSupplier } from './queries-suppliers.ts'
import { receiptAddress } from './receipt-address.ts'
import type { SentBack } from './slots.ts'
import { findSender, findVisitor, type LinkQuery, requireOpen } from './visitor.ts'

type Input = RouteInput<typeof route>['body']
type Answer = RouteAnswer<typeof route>
type Claimed = NonNullable<Awaited<ReturnType<typeof claimForPurpose>>>

export async function submitFiles(
  services: Services & UploadPurposes,
  actor: Actor,
  link: LinkQuery,
  input: Input,
): Promise<Answer> {
  // Read first: of one that is there the supplier is there as well.
  const before = await findSubmission(services.db, { uploadId: input.uploadId })
  // A repeated call is answered as the first one, whatever the request has become since.
  const { request, supplier } = await (before ? findVisitor : findSender)(services, actor, link)
  if (before && before.supplierId !== supplier?.id) throw new Problem('uploadNotFound')
  const { id } =
    before ??
    (await submitNew(services, { actor, supplier, requestId: request.id, input, sender: whoSubmits(request, supplier, input) }))
  await finishUpload(services, input.uploadId)
  return answerOf(services, (await findSubmission(services.db, { id }))!)
}

type Sender = { email: string; name: string; company: string }

/** Whom a personal link names is who that says; others say it themselves, as far as the request asks. */
function whoSubmits({ nameField, emailField }: RequestRow, supplier: SupplierRow | null, { name, email }: Input): Sender {
  const said = { name: nameField === 'hidden' ? '' : name.trim(), email: emailField === 'hidden' ? '' : email }
  const sender = supplier?.tokenHash
    ? { name: said.name || supplier.name, email: supplier.email ?? '', company: supplier.company }
    : { ...said, company: '' }
  const missing = {
    ...(nameField === 'required' && !sender.name && { name: 'required' as const }),
    ...(emailField === 'required' && !sender.email && { email: 'required' as const }),
  }
  if (Object.keys(missing).length) throw new Problem('invalidInput', {}, { fields: missing })
  return sender
}

const submitNew = (services: Services, submitting: Submitting): Promise<SubmissionRow> =>
  inTransaction(services.db, (tx) => submitRows(tx, services, submitting))

type Submitting = { actor: Actor; supplier: SupplierRow | null; requestId: string; input: Input; sender: Sender }

async function submitRows(
  tx: Transaction,
  services: Services,
  { actor, supplier: known, requestId, input, sender }: Submitting,
): Promise<SubmissionRow> {
  const now = services.clock()
  const purposeOf = known?.tokenHash ? known.id : null
  const requester = { browserHash: actor.browserHash, purpose: requestName, purposeId: requestId, purposeOf }
  const request = await lockRequest(tx, { id: requestId })
  if (!request) throw new Problem('requestUnknown')
  const claimed = await claimForPurpose(tx, { uploadId: input.uploadId, requester, now })
  if (!claimed) {
    const before = await findSubmission(tx, { uploadId: input.uploadId })
    if (!before) throw new Problem('uploadNotFound')
    return before
  }
  const sentBack = await requireOpen(tx, request, known?.id, now)
  await takeSubmission(tx, services, request, { known, actor, now })
  const supplier = known ?? (await admitVisitor(tx, services, requestId, actor))
  const documents = await documentsOf(tx, requestId)
  const places = placesOf(documents, request, claimed, input, sentBack)
  const receipt = await receiptAddress(tx, services, { email: sender.email, actor, supplier, requestId })
  const submission = await insertRows(tx, request, { claimed, supplier, input, sender, receipt, now })
  await insertSubmittedFiles(tx, submission.id, places)
  await markRecorded(tx, services, claimed.upload.id, input)
  await updateRequest(tx, requestId, { submissionCount: request.submissionCount + 1 })
  await updateSupplier(tx, supplier.id, { name: sender.name, ...(!supplier.tokenHash && { email: sender.email || null }) })
  await notifyLive(tx, { ownerId: request.ownerId, what: 'request', slug: request.slug })
  return submission
}

type Taking = { known: SupplierRow | null; actor: Actor; now: Date }

/** Who was asked by name is held up by nobody else. */
async function takeSubmission(tx: Transaction, { config }: Services, request: RequestRow, { known, actor, now }: Taking) {
  const { requestSubmit, requestSubmitAll } = config.rateLimits
  await takeRate(tx, requestSubmit, senderKey(request, known, actor), now)
  if (!known?.tokenHash) await takeRate(tx, requestSubmitAll, request.id, now)
}

/** Which file is for which document: each is of its types, and of one that is open. A folder of its own is none. */
function placesOf(
  documents: readonly DocumentRow[],
  request: RequestRow,
  { files }: Claimed,
  input: Input,
  sentBack: SentBack | null,
) {
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
  // What is said in the page itself goes along with any document, as its words do.
  const saidHere = recordedIn(input)
  const strays = documents.length ? others.filter(({ path }) => !saidHere.has(path)) : others
  // But alone it is what is sent.
  const isOther = strays.length > 0 || places.size === 0
  requireSentBack([...places.values(), ...(isOther ? [null] : [])], documents, sentBack)
  if (strays.length && documents.length && !request.takesOtherFiles && !sentBack)
    throw new Problem('invalidInput', {}, { fields: { documents: 'required' } })
  checkRequestFiles(others, { accept: request.accept, maxFileBytes: request.maxFileBytes, maxFiles: null })
  checkRequestFiles(files, { accept: [], maxFileBytes: null, maxFiles: request.maxFiles })
  return files.map(({ id: fileId }) => ({ fileId, documentId: places.get(fileId) ?? null }))
}

const recordedIn = ({ voiceMemo = [], recordedVideos = [] }: Input): ReadonlySet<string> =>
  new Set(
    [...voiceMemo, ...recordedVideos].flatMap(({ itemPath = '' }) => (isAcceptedName(itemPath, recordable) ? itemPath : [])),
  )

/** A request that takes nothing more takes what it has sent back, and nothing else with it. */
function requireSentBack(places: readonly (string | null)[], documents: readonly DocumentRow[], sentBack: SentBack | null): void {
  if (!sentBack || places.every((place) => sentBack.has(place))) return
  const names = documents.filter(({ id }) => sentBack.has(id)).map(({ name }) => name)
  throw names.length ? new Problem('onlyDocumentsSentBack', { names }) : new Problem('onlyFilesSentBack')
}

type Receipt = Awaited<ReturnType<typeof receiptAddress>>
type Rows = Pick<Submitting, 'input' | 'sender'> & { supplier: SupplierRow; claimed: Claimed; receipt: Receipt; now: Date }

async function insertRows(
  tx: Transaction,
  request: RequestRow,
  { claimed: { upload, files }, supplier, input, sender, receipt, now }: Rows,
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
    ...receipt,
    message,
    language: input.language ?? request.language,
    createdAt: now,
  })
}

async function answerOf({ db }: Services, submission: SubmissionRow): Promise<Answer> {
  const files = await filesOfUpload(db, submission.uploadId)
  return {
    submissionId: submission.id,
    state: submission.receivedAt ? 'received' : 'uploading',
    fileCount: files.length,
    totalBytes: totalBytes(files),
    receiptTo: submission.receiptState === 'none' ? null : submission.email,
  }
}
