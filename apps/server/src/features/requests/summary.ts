import type { RequestSummary } from '@sampan/contract/routes/requests'
import { shareWithOf } from '../transfers/index.ts'
import type { RequestRow } from './queries.ts'
import { type Counts, progressOf } from './queries-list.ts'
import { expiryDateOf, statusOf } from './request-status.ts'

const none: Counts = { suppliers: 0, required: 0, received: 0, complete: 0, uploading: 0, begun: 0, toReview: 0, latestAt: null }

export function summaryOf(request: RequestRow, all: ReadonlyMap<string, Counts>, now: Date): RequestSummary {
  const counts = all.get(request.id) ?? none
  const { suppliers, uploading, begun, toReview, latestAt } = counts
  const { expected, received } = progressOf(counts)
  return {
    _id: request.id,
    authorId: request.authorId,
    shareWith: shareWithOf(request),
    slug: request.slug,
    title: request.title,
    state: request.state,
    status: statusOf(request, now),
    sendAs: request.sendAs,
    createdAt: request.createdAt.getTime(),
    dueAt: request.dueAt?.getTime() ?? null,
    expiryDate: expiryDateOf(request),
    supplierCount: suppliers,
    receivedCount: received,
    expectedCount: expected,
    uploadingCount: uploading,
    begunCount: begun,
    submissionCount: request.submissionCount,
    toReviewCount: toReview,
    latestAt: latestAt?.getTime() ?? null,
  }
}
