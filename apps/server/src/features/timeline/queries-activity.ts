/** SQL of what others did lately with an owner's transfers: the newest events and downloads, both by index. */
import { downloadVisitSeconds } from '@sampan/contract/limits'
import type { EventActor, EventKind } from '@sampan/contract/states'
import { and, desc, eq, ne, type SQLWrapper, sql } from 'drizzle-orm'
import { unionAll } from 'drizzle-orm/pg-core'
import type { Db } from '../../db/connect.ts'
import { isOwnedBy, isPermitted } from '../../db/permitted.ts'
import { downloadEvents, recipients, transferEvents, transfers } from '../../db/tables.ts'
import type { SignedIn } from '../../http/actor.ts'

/** As the index has it, which holds these alone. */
const isByOthers = sql`${transferEvents.actor} <> 'sender' and ${transferEvents.kind} <> 'mailed'`
type Reader = Pick<SignedIn, 'ownerId' | 'userId' | 'isMember'>
/** A member reads of their own and shared transfers alone (M2). */
const isShownTo = (reader: Reader) =>
  and(ne(transfers.state, 'deleted'), reader.isMember ? isPermitted(reader, 'read') : undefined)
const transferColumns = {
  slug: transfers.slug,
  title: transfers.title,
  firstFile: transfers.fileName,
  transferFileCount: sql<number>`${transfers.fileCount}`.as('transfer_file_count'),
}

const eventsOfOwner = (db: Db, reader: Reader, limit: number) =>
  db
    .select({
      id: transferEvents.id,
      at: transferEvents.at,
      kind: sql<EventKind | 'downloaded'>`${transferEvents.kind}`.as('kind'),
      actor: sql<EventActor>`${transferEvents.actor}`.as('actor'),
      recipientId: transferEvents.recipientId,
      email: transferEvents.recipientEmail,
      countryCode: transferEvents.countryCode,
      city: transferEvents.city,
      fileCount: sql<number | null>`null::int`.as('file_count'),
      ...transferColumns,
    })
    .from(transferEvents)
    .innerJoin(transfers, eq(transfers.id, transferEvents.transferId))
    // Scanners are nobody (D11).
    .where(and(isOwnedBy(transferEvents, reader.ownerId), isByOthers, ne(transferEvents.kind, 'scanned'), isShownTo(reader)))
    .orderBy(desc(transferEvents.at))
    .limit(limit)

const visitGap = sql.raw(`interval '${downloadVisitSeconds} seconds'`)
/** Where one program fetches a thousand files, its row does not push out everybody else's; what lies further back is not looked at. */
const latestDownloads = 2000

/** What one person fetched of a transfer in one visit is one row, with its last moment. */
function visitsOfOwner(db: Db, reader: Reader, limit: number) {
  const { id, at, transferId, recipientId, recipientEmail, visitor, fileId, countryCode, city, fileCount } = downloadEvents
  const person = sql<string>`coalesce(${recipientId}::text, ${visitor})`.as('person')
  const lately = db
    .select({ id, at, transferId, recipientId, email: recipientEmail, person, fileId, countryCode, city, fileCount })
    .from(downloadEvents)
    .innerJoin(transfers, and(eq(transfers.id, transferId), isShownTo(reader)))
    .where(isOwnedBy(downloadEvents, reader.ownerId))
    .orderBy(desc(at))
    .limit(latestDownloads)
    .as('lately')
  const ofPerson = sql`over (partition by ${lately.transferId}, ${lately.person} order by ${lately.at}, ${lately.id})`
  const begins = sql<boolean>`coalesce(${lately.at} - lag(${lately.at}) ${ofPerson} > ${visitGap}, true)`.as('begins')
  const marked = db
    .select({ ...lately._.selectedFields, begins })
    .from(lately)
    .as('marked')
  const nth = sql<number>`count(*) filter (where ${marked.begins}) over (partition by ${marked.transferId}, ${marked.person} order by ${marked.at}, ${marked.id})`
  const numbered = db
    .select({ ...marked._.selectedFields, nth: nth.as('nth') })
    .from(marked)
    .as('numbered')
  // Single files each once; a zip holds those of them that it holds. At least so many, whatever becomes of the transfer's files later.
  const files = sql`greatest(count(distinct ${numbered.fileId}), max(${numbered.fileCount}))::int`
  const last = <T>(column: SQLWrapper) => sql<T>`(array_agg(${column} order by ${numbered.at} desc, ${numbered.id} desc))[1]`
  // Of no name that a transfer's column has, beside which they stand below.
  const visits = db
    .select({
      transferId: numbered.transferId,
      id: last<string>(numbered.id).as('visit_id'),
      at: sql<Date>`max(${numbered.at})`.mapWith(downloadEvents.at).as('at'),
      kind: sql<EventKind | 'downloaded'>`'downloaded'`.as('kind'),
      actor: sql<EventActor>`case when ${last(numbered.recipientId)} is null then 'visitor' else 'recipient' end`.as('actor'),
      recipientId: last<string | null>(numbered.recipientId).as('recipient_id'),
      email: last<string | null>(numbered.email).as('email'),
      countryCode: last<string | null>(numbered.countryCode).as('country_code'),
      city: last<string>(numbered.city).as('city'),
      fileCount: sql<number | null>`${files}`.as('visit_file_count'),
    })
    .from(numbered)
    .groupBy(numbered.transferId, numbered.person, numbered.nth)
    .orderBy(desc(sql`max(${numbered.at})`))
    .limit(limit)
    .as('visits')
  const { transferId: ofTransfer, ...shown } = visits._.selectedFields
  // What a transfer is called is looked up for those that are shown alone.
  return db
    .select({ ...shown, ...transferColumns })
    .from(visits)
    .innerJoin(transfers, eq(transfers.id, ofTransfer))
}

/** Newest first; with the names that the recipients have now. */
export function activityOf(db: Db, reader: Reader, limit: number) {
  const newest = unionAll(eventsOfOwner(db, reader, limit), visitsOfOwner(db, reader, limit)).as('newest')
  return db
    .select({
      id: newest.id,
      at: newest.at,
      kind: newest.kind,
      actor: newest.actor,
      slug: newest.slug,
      title: newest.title,
      firstFile: newest.firstFile,
      transferFileCount: newest.transferFileCount,
      email: newest.email,
      name: recipients.name,
      company: recipients.company,
      countryCode: newest.countryCode,
      city: newest.city,
      fileCount: newest.fileCount,
    })
    .from(newest)
    .leftJoin(recipients, eq(recipients.id, newest.recipientId))
    .orderBy(desc(newest.at), desc(newest.id))
    .limit(limit)
}
