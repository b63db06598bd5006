/** `request list`: the account's own file requests, newest first, page by page. */
import { listRequests, type RequestSummary } from '@sampan/contract/routes/requests'
import { formatNumber } from '@sampan/texts/format'
import { accountFor, once } from '../account/sign-in.ts'
import type { Context } from '../context.ts'
import { tableLines } from '../show/table.ts'
import { isoOf, momentWords, requestState } from '../show/words.ts'
import { tellPage } from '../transfers/list.ts'
import type { RequestListWish } from '../wishes.ts'
import { withRetries } from '../with-retries.ts'

/** A request as programs are told it. */
export const eventOf = (request: RequestSummary): Record<string, unknown> => ({
  slug: request.slug,
  title: request.title,
  state: request.status,
  sendAs: request.sendAs,
  people: request.supplierCount,
  received: request.receivedCount,
  expected: request.expectedCount,
  submissions: request.submissionCount,
  toReview: request.toReviewCount,
  createdAt: isoOf(request.createdAt),
  dueAt: isoOf(request.dueAt),
  expiresAt: isoOf(request.expiryDate),
})

/** Of a request without named documents it is not known how much there will be. */
export const receivedWords = (
  { receivedCount, expectedCount, submissionCount }: RequestSummary,
  { language, show }: Context,
): string =>
  expectedCount > 0
    ? show.sentence('receivedOf', { received: receivedCount, expected: expectedCount })
    : formatNumber(submissionCount, language)

const columns = ['columnName', 'columnReceived', 'columnReview', 'columnDue', 'columnState', 'columnId'] as const

const rowOf = (request: RequestSummary, context: Context): string[] => [
  request.title || context.show.sentence('untitled'),
  receivedWords(request, context),
  formatNumber(request.toReviewCount, context.language),
  momentWords(request.dueAt, context.language),
  requestState(request, context.language),
  request.slug,
]

export async function listOwnRequests(context: Context, wish: RequestListWish): Promise<void> {
  const { show } = context
  const { api } = await accountFor(context, wish)
  const { search, filter, rows, page } = wish
  const query = { filter, limit: rows, skip: (page - 1) * rows, ...(search && { search }) }
  const { requests, matchCount } = await withRetries(context, () => api.call(listRequests, { query, ...once(context) }))
  for (const request of requests) show.event('request', eventOf(request))
  show.event('done', { count: requests.length, matchCount, page })
  const head = columns.map((key) => show.sentence(key))
  if (requests.length > 0)
    show.result(
      tableLines(
        head,
        requests.map((request) => rowOf(request, context)),
      ).join('\n'),
    )
  tellPage(context, wish, matchCount)
}
