/** `list`: the account's own transfers, newest first, page by page. */
import { getQs, type TransferRecord } from '@sampan/contract/routes/dashboard'
import { standingOf } from '@sampan/contract/rules/transfer-standing'
import { formatNumber } from '@sampan/texts/format'
import { accountFor, once } from '../account/sign-in.ts'
import type { Context } from '../context.ts'
import { tableLines } from '../show/table.ts'
import { expiryWords, isoOf, transferState } from '../show/words.ts'
import type { ListWish, PageWish } from '../wishes.ts'
import { withRetries } from '../with-retries.ts'

/** What stands below a list that goes on. */
export function tellPage({ show }: Context, { page, rows }: PageWish, matchCount: number): void {
  const of = Math.ceil(matchCount / rows)
  if (matchCount === 0) show.note('nothingFound')
  else if (of > 1) show.note('pageOf', { page, pages: of })
}

export const linkOf = ({ linkUrl, isLinkOpen }: TransferRecord, server: string): string | null =>
  isLinkOpen ? new URL(linkUrl, server).href : null

/** A transfer as programs are told it. */
export const eventOf = (transfer: TransferRecord, server: string, now: number): Record<string, unknown> => ({
  slug: transfer.slug,
  title: transfer.title,
  fileName: transfer.fileName,
  files: transfer.fileNumber,
  bytes: transfer.totalBytes,
  state: standingOf(transfer, now),
  sendAs: transfer.sendAs,
  link: linkOf(transfer, server),
  sentAt: isoOf(transfer.dateSent),
  expiresAt: isoOf(transfer.expiryDate),
  downloads: transfer.total_downloads,
  recipients: transfer.people.all,
  ...(transfer.receivedBy && {
    from: transfer.receivedBy.email || transfer.receivedBy.name,
    request: transfer.receivedBy.requestSlug,
  }),
})

function rowOf(transfer: TransferRecord, { language, show }: Context, now: number): string[] {
  return [
    transfer.title || transfer.fileName,
    formatNumber(transfer.fileNumber, language),
    show.size(transfer.totalBytes),
    transferState(transfer, language, now),
    expiryWords(transfer, language),
    formatNumber(transfer.total_downloads, language),
    transfer.slug,
  ]
}
const columns = [
  'columnName',
  'columnFiles',
  'columnSize',
  'columnState',
  'columnExpires',
  'columnDownloads',
  'columnId',
] as const

export async function list(context: Context, wish: ListWish): Promise<void> {
  const { show } = context
  const { api, server } = await accountFor(context, wish)
  const { search, filter, rows, page } = wish
  const query = { filter, limit: rows, skip: (page - 1) * rows, ...(search && { search }) }
  const { allDocs, matchCount } = await withRetries(context, () => api.call(getQs, { query, ...once(context) }))
  const now = context.world.now()
  for (const transfer of allDocs) show.event('transfer', eventOf(transfer, server, now))
  show.event('done', { count: allDocs.length, matchCount, page })
  const head = columns.map((key) => show.sentence(key))
  if (allDocs.length > 0)
    show.result(
      tableLines(
        head,
        allDocs.map((transfer) => rowOf(transfer, context, now)),
      ).join('\n'),
    )
  tellPage(context, wish, matchCount)
}
