/** What webhooks tell of a request (O9): files came, were accepted, and nothing of a supplier's is missing any more. */
import type { Transaction } from '../../db/connect.ts'
import type { Services } from '../../services.ts'
import { requestFacts, supplierFacts, tellWebhooks } from '../webhooks/index.ts'
import { documentsOf, type RequestRow } from './queries.ts'
import { type SentFile, type SubmissionRow, sentFiles } from './queries-submissions.ts'
import { findSupplier, lockSupplier, type SupplierRow } from './queries-suppliers.ts'
import { bySupplier, isComplete } from './slots.ts'

type Deps = Pick<Services, 'config'>
type Submitted = {
  request: RequestRow
  supplier: SupplierRow
  submission: SubmissionRow
  transfer: { id: string; sentAt: Date; fileCount: number; totalBytes: number }
}

export async function tellSubmitted(
  tx: Transaction,
  deps: Deps,
  { request, supplier, submission, transfer }: Submitted,
): Promise<void> {
  const told = { ownerId: request.ownerId, at: transfer.sentAt }
  // Who came by the open link is called what this submission says.
  const person = supplierFacts({ ...supplier, email: supplier.email ?? submission.email })
  await tellWebhooks(tx, deps, {
    ...told,
    type: 'request.submitted',
    data: (origin) => ({
      request: requestFacts(origin, request),
      supplier: person,
      submission: {
        id: submission.id,
        transferId: transfer.id,
        fileCount: transfer.fileCount,
        totalBytes: transfer.totalBytes,
      },
    }),
  })
  await tellWebhooks(tx, deps, {
    ...told,
    type: 'request.completed',
    data: async (origin) =>
      (await completes(tx, request.id, supplier.id, submission.id))
        ? { request: requestFacts(origin, request), supplier: person }
        : null,
  })
}

/** Of several submissions of one supplier that come at once, one is the last that was missing. */
async function completes(tx: Transaction, requestId: string, supplierId: string, submissionId: string): Promise<boolean> {
  await lockSupplier(tx, supplierId)
  const documents = await documentsOf(tx, requestId)
  const files = (await sentFiles(tx, requestId, supplierId)).filter(({ receivedAt }) => receivedAt !== null)
  const before = files.filter((file) => file.submissionId !== submissionId)
  return isComplete(documents, files) && !isComplete(documents, before)
}

/** Once for each supplier, with how many of their files were accepted at once. */
export async function tellAccepted(
  tx: Transaction,
  deps: Deps,
  { request, files, at }: { request: RequestRow; files: readonly SentFile[]; at: Date },
): Promise<void> {
  for (const [supplierId, theirs] of bySupplier(files))
    await tellWebhooks(tx, deps, {
      ownerId: request.ownerId,
      type: 'request.accepted',
      at,
      data: async (origin) => {
        const supplier = await findSupplier(tx, { id: supplierId })
        const email = supplier?.email ?? theirs[0]!.email
        return {
          request: requestFacts(origin, request),
          supplier: supplierFacts({ id: supplierId, name: supplier?.name ?? null, email }),
          fileCount: theirs.length,
        }
      },
    })
}
