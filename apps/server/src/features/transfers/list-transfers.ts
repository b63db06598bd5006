/** A sender's transfers as the dashboard shows them (T2). */
import { Problem } from '@sampan/contract/errors'
import { pageRows } from '@sampan/contract/limits'
import { actions, can } from '@sampan/contract/permissions'
import type { getQs, TransferRecord } from '@sampan/contract/routes/dashboard'
import type { RouteAnswer, RouteInput } from '@sampan/contract/routes/route'
import { senderValues } from '@sampan/contract/rules/sender-values'
import { formatCountry } from '@sampan/texts/format'
import type { SignedIn } from '../../http/actor.ts'
import { type Origin, publicLink } from '../../links.ts'
import type { Services } from '../../services.ts'
import { originOfOwner } from '../domains/index.ts'
import { isSuspended } from '../owners/index.ts'
import { runningOf } from '../uploads/index.ts'
import type { RecipientRow, TransferRow } from './queries.ts'
import { type FoundBy, foundBy } from './queries-found.ts'
import * as queries from './queries-list.ts'
import { shareWithOf } from './share-with-team.ts'
import { statusOf } from './transfer-status.ts'

type Deps = Pick<Services, 'db' | 'clock' | 'config'>
type Beside = {
  /** Of its link. */
  origin: Origin
  people: queries.People | undefined
  recipients: RecipientRow[]
  downloads: queries.DownloadRow[]
  isTakenWhole: boolean
  foundBy: FoundBy | undefined
  upload: TransferRecord['upload']
}

const downloadsShown = 5
/** The detail has them all. */
const recipientsShown = 20
const nobody: queries.People = { all: 0, pending: 0, bounced: 0, refused: 0, opened: 0, downloaded: 0 }

/** The address that opens a transfer for whoever has it. */
export const linkUrlOf = async (
  deps: Pick<Services, 'db' | 'config'>,
  { slug, ownerId }: Pick<TransferRow, 'slug' | 'ownerId'>,
): Promise<string> => publicLink(await originOfOwner(deps, ownerId), slug)

/** Everything, or the one of a slug; a foreign slug is an unknown one. `authors`: of these people of the team alone. */
export async function listTransfers(
  deps: Deps,
  actor: SignedIn,
  { slug, skip = 0, limit = pageRows.first, filter, sort, search = '' }: RouteInput<typeof getQs>['query'],
  authors?: string[],
): Promise<RouteAnswer<typeof getQs>> {
  const asked = {
    actor,
    isSuspended: isSuspended(actor.status),
    now: deps.clock(),
    filter,
    sort,
    search: search.trim(),
    slug,
    authors,
  }
  const [{ rows, matching }, counts] = await Promise.all([
    pageOf(deps, asked, { skip, limit }),
    queries.countTransfers(deps.db, asked),
  ])
  const matchCount = matching ?? counts.matching
  if (slug && matchCount === 0) throw new Problem('notYours')
  return {
    allDocs: await recordsOf(deps, actor, rows, asked.search),
    matchCount,
    allCount: counts.all,
    activeCount: counts.active,
    expiredCount: counts.expired,
    closedCount: counts.closed,
    thisMonthsTransfers: counts.thisMonth,
    sentThisMonth: counts.sentThisMonth,
    receivedCount: counts.received,
    sharedCount: counts.shared,
  }
}

/** `matching` where a search has counted them. */
async function pageOf(
  { db }: Deps,
  asked: queries.TransferListQuery,
  page: queries.Page,
): Promise<{ rows: TransferRow[]; matching?: number }> {
  if (!asked.search) return { rows: await queries.listTransfers(db, asked, page) }
  const { ids, matching } = await queries.searchTransfers(db, asked, page)
  return { rows: await queries.transfersById(db, ids, asked.sort), matching }
}

/** With their recipients and latest downloads, one query each; and what a search found them by. */
export async function recordsOf(deps: Deps, actor: SignedIn, rows: TransferRow[], search = ''): Promise<TransferRecord[]> {
  if (rows.length === 0) return []
  const ids = rows.map(({ id }) => id)
  const counted = rows.filter(({ downloadCount }) => downloadCount > 0).map(({ id }) => id)
  // What came by a file request is uploaded by others.
  const uploading = rows.filter(({ state, requestSlug }) => state === 'uploading' && !requestSlug)
  const [origin, people, recipients, downloads, taken, found, running] = await Promise.all([
    originOfOwner(deps, actor.ownerId),
    queries.peopleOfAll(deps.db, ids),
    queries.recipientsOfAll(deps.db, ids, recipientsShown),
    queries.latestDownloads(deps.db, ids, downloadsShown),
    queries.takenWholeAmong(deps.db, counted),
    search ? foundBy(deps.db, ids, search) : new Map<string, FoundBy>(),
    runningOf(
      deps,
      actor,
      uploading.map(({ uploadId }) => uploadId),
    ),
  ])
  const [recipientsById, downloadsById] = [byTransfer(recipients), byTransfer(downloads)]
  const besideOf = ({ id, uploadId }: TransferRow): Beside => ({
    origin,
    people: people.get(id),
    recipients: recipientsById.get(id) ?? [],
    downloads: downloadsById.get(id) ?? [],
    isTakenWhole: taken.has(id),
    foundBy: found.get(id),
    upload: running.get(uploadId),
  })
  return rows.map((row) => recordOf(deps, actor, row, besideOf(row)))
}

function byTransfer<R extends { transferId: string }>(rows: R[]): Map<string, R[]> {
  const groups = new Map<string, R[]>()
  for (const row of rows) {
    const group = groups.get(row.transferId)
    if (group) group.push(row)
    else groups.set(row.transferId, [row])
  }
  return groups
}

function recordOf(deps: Deps, actor: SignedIn, transfer: TransferRow, beside: Beside): TransferRecord {
  const { origin, people, recipients, downloads, isTakenWhole, foundBy, upload } = beside
  return {
    _id: transfer.id,
    authorId: transfer.authorId,
    shareWith: shareWithOf(transfer),
    may: actions.filter((action) => can(actor, action, transfer)),
    slug: transfer.slug,
    ...senderValues(transfer),
    fileName: transfer.fileName,
    fileNumber: transfer.fileCount,
    totalBytes: transfer.totalBytes,
    sendAs: transfer.sendAs,
    status: statusOf(transfer, actor.status, deps.clock()),
    ...(upload && { upload }),
    dateSent: transfer.sentAt.getTime(),
    expiryDate: transfer.expiresAt.getTime(),
    expirySeconds: transfer.expirySeconds,
    hasPassword: transfer.passwordHash !== null,
    isRestricted: transfer.isRestricted,
    people: people ?? nobody,
    emailTo: recipients.map(({ email, mailState, openedAt, downloadedAt }) => ({
      email,
      state: mailState,
      openedAt: openedAt?.getTime() ?? null,
      downloadedAt: downloadedAt?.getTime() ?? null,
    })),
    total_downloads: transfer.downloadCount,
    countedDownloads: transfer.downloadCount - transfer.freeDownloads,
    isTakenWhole,
    downloads: downloads.map(({ at, email, countryCode, city, fileCount }) => ({
      dlDate: at.getTime(),
      receiverEmail: email,
      dlCountryCode: countryCode,
      country_name: formatCountry(countryCode, actor.language),
      city_name: city,
      fileNumber: fileCount,
    })),
    linkUrl: publicLink(origin, transfer.slug),
    isLinkOpen: !transfer.isRestricted && (transfer.sendAs === 'link' || transfer.isLinkOpen),
    foundBy: foundBy ?? null,
    receivedBy: transfer.requestSlug
      ? { requestSlug: transfer.requestSlug, email: transfer.senderEmail, name: transfer.senderName ?? '' }
      : null,
  }
}
