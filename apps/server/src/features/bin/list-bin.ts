import type { BinEntry, listBin as route } from '@sampan/contract/routes/bin'
import type { RouteAnswer, RouteInput } from '@sampan/contract/routes/route'
import type { SignedIn } from '../../http/actor.ts'
import type { Services } from '../../services.ts'
import { binnedRequests } from '../requests/index.ts'
import { binnedTransfers, countBinned, peopleOfAll, recipientsOfAll, type TransferRow } from '../transfers/index.ts'

export async function listBin(
  { db, clock }: Pick<Services, 'db' | 'clock'>,
  actor: SignedIn,
  { skip, limit }: RouteInput<typeof route>['query'],
): Promise<RouteAnswer<typeof route>> {
  const now = clock()
  const requests = await binnedRequests(db, actor, now)
  const deletedWith = requests.map(({ slug, deletedAt }) => ({ slug, deletedAt: deletedAt! }))
  const asked = { actor, now, deletedWith }
  const [rows, counted] = await Promise.all([binnedTransfers(db, asked, skip + limit), countBinned(db, asked)])
  const ofRequests = requests.map(
    ({ slug, title, fileCount, totalBytes, deletedAt, restorableUntil }): BinEntry => ({
      ...{ kind: 'request', slug, title, fileNumber: fileCount, totalBytes, receivedFrom: null, sentTo: null },
      ...{ deletedAt: deletedAt!.getTime(), restorableUntil: restorableUntil!.getTime() },
    }),
  )
  const all = [...ofRequests, ...(await entriesOf(db, rows))].sort((a, b) => b.deletedAt - a.deletedAt)
  return {
    entries: all.slice(skip, skip + limit),
    matchCount: requests.length + counted.count,
    totalBytes: ofRequests.reduce((sum, { totalBytes }) => sum + totalBytes, counted.bytes),
  }
}

async function entriesOf(db: Services['db'], rows: TransferRow[]): Promise<BinEntry[]> {
  const ids = rows.map(({ id }) => id)
  if (ids.length === 0) return []
  const [people, first] = await Promise.all([peopleOfAll(db, ids), recipientsOfAll(db, ids, 1)])
  const firstOf = new Map(first.map(({ transferId, email }) => [transferId, email]))
  return rows.map((row) => {
    const email = firstOf.get(row.id)
    return entryOf(row, email === undefined ? null : { email, count: people.get(row.id)?.all ?? 1 })
  })
}

const entryOf = (row: TransferRow, sentTo: BinEntry['sentTo']): BinEntry => ({
  kind: 'transfer',
  slug: row.slug,
  title: row.title || row.fileName,
  fileNumber: row.fileCount,
  totalBytes: row.totalBytes,
  receivedFrom: row.requestSlug === null ? null : row.senderName || row.senderEmail,
  sentTo: row.requestSlug === null ? sentTo : null,
  deletedAt: row.deletedAt!.getTime(),
  restorableUntil: row.restorableUntil!.getTime(),
})
