/** One transfer of the caller's own, whole (T2): its files, who has it, what happened to it. */
import { Problem } from '@sampan/contract/errors'
import { timingsMs } from '@sampan/contract/limits'
import type { Action } from '@sampan/contract/permissions'
import type { RouteAnswer } from '@sampan/contract/routes/route'
import type * as routes from '@sampan/contract/routes/transfer-detail'
import { baseName } from '@sampan/contract/rules/file-path'
import { formatCountry, formatPlace } from '@sampan/texts/format'
import { type Db, inTransaction } from '../../db/connect.ts'
import type { SignedIn } from '../../http/actor.ts'
import type { Services } from '../../services.ts'
import { shownOf } from '../content/index.ts'
import { type Mark, type TimelineRow, timelineOf } from '../timeline/index.ts'
import { recordsOf } from './list-transfers.ts'
import { ownGrant } from './may-look.ts'
import { recipientsOf, type TransferRow } from './queries.ts'
import { findOwn } from './queries-change.ts'
import * as queries from './queries-detail.ts'
import { takenByRecipients } from './queries-taken.ts'
import { reportedScan } from './reported-scan.ts'
import { mayExtend } from './transfer-status.ts'

type Deps = Pick<Services, 'db' | 'clock' | 'config' | 'secrets'>

const placesShown = 500
const requestsShown = 50
const maxDownloadsShown = 10_000

/** Deleted ones look unknown, as foreign ones do. */
export async function requireOwn(db: Db, actor: SignedIn, slug: string, action: Action): Promise<TransferRow> {
  const transfer = await findOwn(db, { slug, actor, action })
  if (!transfer || transfer.state === 'deleted') throw new Problem('notYours')
  return transfer
}

export async function readDetail(deps: Deps, actor: SignedIn, slug: string): Promise<RouteAnswer<typeof routes.readDetail>> {
  const { db } = deps
  const transfer = await requireOwn(db, actor, slug, 'read')
  const [[record], files, recipients, places, asked] = await Promise.all([
    recordsOf(deps, actor, [transfer]),
    queries.detailFiles(db, transfer),
    recipientsOfDetail(db, transfer),
    queries.placesOf(db, transfer.id, placesShown),
    mayExtend(transfer, deps.config, deps.clock()) ? queries.timeRequestsOf(db, transfer.id, requestsShown) : [],
  ])
  return {
    transfer: record!,
    recipients,
    files: files.map(({ id, lastModified, sha256, scan, media, forms, ...file }) => ({
      ...file,
      ...shownOf(deps, { id, media, forms }, ownGrant(actor, transfer), scan === 'infected' || transfer.state === 'takenDown'),
      fileId: id,
      lastModified: millisecondsOf(lastModified),
      sha256: sha256?.toString('hex') ?? null,
      scan: reportedScan(deps.config, scan, transfer.state === 'uploading'),
    })),
    places: places.map((place) => ({ ...place, country: formatCountry(place.countryCode, actor.language) })),
    version: transfer.version,
    timeRequests: asked.map(({ email, note, askedAt, extendedAt }) => ({
      email,
      note,
      askedAt: askedAt.getTime(),
      extendedAt: millisecondsOf(extendedAt),
    })),
  }
}

const millisecondsOf = (at: Date | null | undefined): number | null => at?.getTime() ?? null

async function recipientsOfDetail(db: Db, transfer: TransferRow): Promise<routes.DetailRecipient[]> {
  const [rows, reads, taken] = await Promise.all([
    recipientsOf(db, transfer.id),
    queries.readsByRecipient(db, transfer.id),
    takenByRecipients(db, transfer),
  ])
  const readsOf = new Map(reads.map((row) => [row.recipientId, row]))
  const takenOf = new Map(taken.map((row) => [row.person, row]))
  return rows.map((row) => ({
    recipientId: row.id,
    email: row.email,
    name: row.name,
    company: row.company,
    state: row.mailState,
    reason: row.mailReason,
    mailedAt: millisecondsOf(row.mailedAt),
    openedAt: millisecondsOf(row.openedAt),
    startedAt: millisecondsOf(readsOf.get(row.id)?.startedAt),
    downloadedAt: millisecondsOf(row.downloadedAt),
    downloads: readsOf.get(row.id)?.downloads ?? 0,
    takenFiles: takenOf.get(row.id)?.files ?? 0,
    takenVersion: takenOf.get(row.id)?.version ?? null,
    remindedAt: millisecondsOf(row.remindedAt),
  }))
}

const markOf = ({ micros, rank, id }: Mark): string => `${micros}.${rank}.${id}`

/** Undefined for the first page; whatever we have not written is wrong. */
function readMark(text: string | undefined): Mark | undefined {
  if (text === undefined) return undefined
  const [, micros, rank, id] = /^(-?\d{1,16})\.([0-2])\.([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})$/.exec(text) ?? []
  if (!id) throw new Problem('invalidInput', {}, { fields: { before: 'invalid' } })
  return { micros: Number(micros), rank: Number(rank), id }
}

type Page = { before?: string | undefined; limit: number }

export async function readTimeline(
  { db }: Deps,
  actor: SignedIn,
  slug: string,
  { before, limit }: Page,
): Promise<RouteAnswer<typeof routes.readTimeline>> {
  const mark = readMark(before)
  const transfer = await requireOwn(db, actor, slug, 'read')
  // One more than asked tells whether there is another page.
  const rows = await timelineOf(db, transfer.id, { before: mark, limit: limit + 1 })
  const shown = rows.slice(0, limit)
  return { events: shown.map((row) => eventOf(row, actor)), next: rows.length > limit ? markOf(shown.at(-1)!) : null }
}

const eventOf = ({ path, at, ...row }: TimelineRow, { language }: SignedIn): routes.TimelineEvent => ({
  ...row,
  at: at.getTime(),
  country: formatCountry(row.countryCode, language),
  fileName: path === null ? null : baseName(path),
})

/** The specification's downloads-data call: the newest of a transfer, or an error when its time is over. */
export async function getDownloads(
  { db }: Deps,
  actor: SignedIn,
  slug: string,
): Promise<RouteAnswer<typeof routes.getDownloads>> {
  const transfer = await requireOwn(db, actor, slug, 'read')
  const rows = await inTransaction(db, async (tx) => {
    await queries.endAfter(tx, timingsMs.downloadsData)
    return queries.latestOf(tx, transfer.id, maxDownloadsShown)
  })
  return {
    downloads: rows.map(({ at, countryCode, city, email, path }) => ({
      dlDate: at.getTime(),
      dlCountryCode: countryCode,
      country_name: formatCountry(countryCode, actor.language),
      city_name: city,
      receiverEmail: email,
      fileName: path === null ? transfer.fileName : baseName(path),
      dlOrigin: formatPlace(city, countryCode, actor.language),
    })),
  }
}
