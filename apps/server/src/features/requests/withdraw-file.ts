/** A supplier takes back a file that nobody has decided about: it goes for good, and its document is waited for again (R2, R3). */
import { Problem } from '@sampan/contract/errors'
import type { RequestView } from '@sampan/contract/routes/request-page'
import { baseName } from '@sampan/contract/rules/file-path'
import type { Transaction } from '../../db/connect.ts'
import { notifyLive } from '../../db/live.ts'
import type { Actor } from '../../http/actor.ts'
import { addJob } from '../../jobs/queue.ts'
import type { Services } from '../../services.ts'
import { dropFile, withUploads } from '../transfers/index.ts'
import { gatherSeconds, writtenJob, writtenKey } from './job-names.ts'
import { lockRequest, updateRequest } from './queries.ts'
import { deleteSubmittedFile, findSubmission, lockReceived, sentFiles } from './queries-submissions.ts'
import { hasWritten, insertComment, type SupplierRow } from './queries-suppliers.ts'
import { requireNotTakenDown } from './request-status.ts'
import { viewPage } from './view-page.ts'
import { findVisitor, type LinkQuery } from './visitor.ts'

/** By which a repeated call finds what the first one did. */
const keyOf = (fileId: string): string => `withdrawn ${fileId}`

/** Whatever the request has become since: what was sent is theirs until it is decided about. */
export async function withdrawFile(services: Services, actor: Actor, link: LinkQuery, fileId: string): Promise<RequestView> {
  const { db } = services
  const { request, supplier, state } = await findVisitor(services, actor, link)
  if (state === 'password') throw new Problem('passwordRequired')
  requireNotTakenDown(request)
  // A foreign file's id is an unknown one.
  if (!supplier) throw new Problem('notYours')
  const file = (await sentFiles(db, request.id, supplier.id)).find((sent) => sent.fileId === fileId)
  if (file && !file.receivedAt) throw new Problem('transferUploading')
  if (file) {
    const { transferId: id, uploadId } = file
    const withdrawing = { requestId: request.id, supplier, fileId, now: services.clock() }
    const lockFirst = (tx: Transaction) => lockRequest(tx, { id: request.id })
    await withUploads(db, { id, uploadId, lockFirst }, (tx, uploadIds) => withdraw(tx, withdrawing, uploadIds))
  } else if (!(await hasWritten(db, supplier.id, keyOf(fileId)))) throw new Problem('notYours')
  return (await viewPage(services, actor, link)).view
}

type Withdrawing = { requestId: string; supplier: SupplierRow; fileId: string; now: Date }

/** The request is locked, as it is for a decision: one of the two comes first, and the other finds it done. */
async function withdraw(tx: Transaction, { requestId, supplier, fileId, now }: Withdrawing, uploadIds: string[]): Promise<void> {
  const request = await lockRequest(tx, { id: requestId })
  if (!request) throw new Problem('requestUnknown')
  const requestKey = keyOf(fileId)
  const [file] = await lockReceived(tx, requestId, [fileId])
  if (!file) {
    if (await hasWritten(tx, supplier.id, requestKey)) return
    throw new Problem('notYours')
  }
  if (file.transferState === 'takenDown') throw new Problem('transferTakenDown')
  if (file.decision !== 'received') throw new Problem('alreadyDecided')
  await deleteSubmittedFile(tx, fileId)
  const { isOver } = await dropFile(tx, file.transferId, fileId, uploadIds)
  // A request that takes so many sendings takes another one in its stead.
  if (isOver) {
    await updateRequest(tx, requestId, { submissionCount: Math.max(0, request.submissionCount - 1) })
    await keepWords(tx, { requestId, supplierId: supplier.id, submissionId: file.submissionId })
  }
  const told = { supplierId: supplier.id, by: 'supplier' as const, text: baseName(file.path), at: now }
  await insertComment(tx, { ...told, isWithdrawal: true, requestKey })
  await notifyLive(tx, { ownerId: request.ownerId, what: 'request', slug: request.slug })
}

type Written = { requestId: string; supplierId: string; submissionId: string }

/** What was written with the files was said all the same: it stays in the talk, and whoever asks is told of it. */
async function keepWords(tx: Transaction, { requestId, supplierId, submissionId }: Written): Promise<void> {
  const submission = await findSubmission(tx, { id: submissionId })
  if (!submission?.message) return
  const said = { supplierId, by: 'supplier' as const, text: submission.message, at: submission.createdAt }
  await insertComment(tx, { ...said, isUntold: true, requestKey: `said with ${submissionId}` })
  await addJob(tx, writtenJob, { requestId }, { key: writtenKey(requestId), afterSeconds: gatherSeconds })
}
