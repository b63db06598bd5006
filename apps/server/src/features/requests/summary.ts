import type { RequestSummary } from '@sampan/contract/routes/requests'
import type { RequestRow } from './queries.ts'
import type { Counts } from './queries-list.ts'
import { expiryDateOf, statusOf } from './request-status.ts'

const none: Counts = { suppliers: 0, required: 0, received: 0, complete: 0, uploading: 0, begun: 0, toReview: 0, latestAt: null }

/** Without required documents each supplier counts as one that is to come. */
export function summaryOf(request: RequestRow, all: ReadonlyMap<string, Counts>, now: Date): RequestSummary {
  const { suppliers, required, received, complete, uploading, begun, toReview, latestAt } = all.get(request.id) ?? none
  return {
    _id: request.id,
    slug: request.slug,
    title: request.title,
    state: request.state,
    status: statusOf(request, now),
    sendAs: request.sendAs,
    createdAt: request.createdAt.getTime(),
    dueAt: request.dueAt?.getTime() ?? null,
    expiryDate: expiryDateOf(request),
    supplierCount: suppliers,
    receivedCount: required > 0 ? received : complete,
    expectedCount: required > 0 ? suppliers * required : suppliers,
    uploadingCount: uploading,
    begunCount: begun,
    submissionCount: request.submissionCount,
    toReviewCount: toReview,
    latestAt: latestAt?.getTime() ?? null,
  }
}
