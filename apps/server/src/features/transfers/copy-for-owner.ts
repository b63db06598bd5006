/** What a copy of an account's data has of its transfers (A5). The files themselves are not in it. */
import { dashTransferPath } from '@sampan/contract/paths'
import { urlOf } from '../../links.ts'
import type { Services } from '../../services.ts'
import { eventsForCopy } from '../timeline/index.ts'
import { linkUrlOf } from './list-transfers.ts'
import type { TransferRow } from './queries.ts'
import * as queries from './queries-copy.ts'

type Needs = Pick<Services, 'db' | 'config' | 'clock'>

const perPage = 100

/** One after the other, so that the largest is what is held at once. Of downloads and events the newest, `maxListed` of each. */
export async function* transfersForCopy(needs: Needs, ownerId: string, maxListed: number) {
  let after: string | null = null
  for (;;) {
    const page: TransferRow[] = await queries.transfersAfter(needs.db, ownerId, after, needs.clock(), perPage)
    for (const transfer of page) yield await forCopy(needs, transfer, maxListed)
    if (page.length < perPage) return
    after = page.at(-1)!.id
  }
}

async function forCopy({ db, config }: Needs, transfer: TransferRow, maxListed: number) {
  const { id, slug, passwordHash, uploadId: _, ownerId: __, authorId: ___, deletedFrom: ____, ...reported } = transfer
  const downloads = await queries.downloadsOf(db, id, maxListed)
  const events = await eventsForCopy(db, id, maxListed)
  const isDeleted = transfer.state === 'deleted'
  const opens = transfer.sendAs === 'link' || transfer.isLinkOpen
  return {
    ...reported,
    slug,
    isDeleted,
    hasPassword: passwordHash !== null,
    link: isDeleted ? null : opens ? await linkUrlOf({ db, config }, transfer) : urlOf(config, dashTransferPath(slug)),
    files: await queries.filesOf(db, id),
    versions: await queries.versionsOf(db, id),
    recipients: await queries.recipientsOf(db, id),
    timeRequests: await queries.timeRequestsOf(db, id),
    downloads,
    /** Only the newest are listed. */
    hasMoreDownloads: downloads.length === maxListed,
    events,
    hasMoreEvents: events.length === maxListed,
  }
}
