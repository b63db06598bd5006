/** SQL of what each recipient has of a transfer, by their own whole downloads, however many others had the link. */
import { type SQL, sql } from 'drizzle-orm'
import type { Db } from '../../db/connect.ts'
import { heldFiles, isOfUpload } from '../content/index.ts'
import type { TransferRow } from './queries.ts'

export type Taken = {
  /** A recipient's id, or the visitor who came by the bare link. */
  person: string
  /** Of the files that it has now and that can be had. */
  files: number
  /** So many of these there are. */
  of: number
  /** The newest version that they took anything of. */
  version: number
}
type Which = Pick<TransferRow, 'id' | 'uploadId'>

const canBeHad = sql`path not like '%/' and not ${heldFiles.isLost} and ${heldFiles.scan} is distinct from 'infected'`

/** Files that an earlier version had too are counted by version, and only what was taken by itself is by person. */
async function taken(db: Db, { id, uploadId }: Which, isIt: SQL): Promise<Taken[]> {
  const { rows } = await db.execute<Taken>(sql`
    with asked as (select version, state from transfers where id = ${id}), done as (
      select coalesce(recipient_id::text, visitor) as person, file_id, selection_id, version from download_sessions
      where transfer_id = ${id} and completed_at is not null and ${isIt}
    ), people as (select person, max(version) as version from done group by person),
    wholes as (
      select person, max(version) as version from done where file_id is null and selection_id is null group by person
    ), others as (
      select done.* from done cross join asked left join wholes on wholes.person = done.person
      where wholes.version is distinct from asked.version
    ), singles as (
      select person, file_id from others where file_id is not null
      union select others.person, unnest(selections.file_ids) from others join selections on selections.id = others.selection_id
    ), newest as (
      select held.file_id from transfer_files as held join ${heldFiles} on ${heldFiles.id} = held.file_id
      where held.transfer_id = ${id} and held.before_version is null and ${canBeHad}
      union select ${heldFiles.id} from ${heldFiles} cross join asked where asked.state = 'uploading' and ${isOfUpload(uploadId)} and ${canBeHad}
    ), kept as (
      select distinct versions.version, newest.file_id from (select distinct version from wholes) as versions
      join transfer_files as had on had.transfer_id = ${id} and had.from_version <= versions.version
        and (had.before_version is null or had.before_version > versions.version)
      join newest on newest.file_id = had.file_id
    ), counts as (select version, count(*) as files from kept group by version)
    select people.person as person, people.version, (select count(*)::int from newest) as of,
      (coalesce(counts.files, 0) + count(newest.file_id) filter (where kept.file_id is null))::int as files
    from people
    left join wholes on wholes.person = people.person
    left join counts on counts.version = wholes.version
    left join singles on singles.person = people.person
    left join newest on newest.file_id = singles.file_id
    left join kept on kept.version = wholes.version and kept.file_id = singles.file_id
    group by people.person, people.version, wholes.version, counts.files`)
  return rows
}

/** Those who have taken anything. */
export const takenByRecipients = (db: Db, transfer: Which): Promise<Taken[]> => taken(db, transfer, sql`recipient_id is not null`)

/** Undefined where they have nothing whole. */
export const takenBy = async (db: Db, transfer: Which, recipientId: string): Promise<Taken | undefined> =>
  (await taken(db, transfer, sql`recipient_id = ${recipientId}`))[0]

const isAllOf = (row: Taken | undefined): boolean => row !== undefined && row.files >= row.of

/** Whether they have every file that the transfer has now. */
export const hasTakenAll = async (db: Db, transfer: Which, recipientId: string): Promise<boolean> =>
  isAllOf(await takenBy(db, transfer, recipientId))

/** The same of one visit. */
export const hasVisitTakenAll = async (db: Db, transfer: Which, visitor: string): Promise<boolean> =>
  isAllOf((await taken(db, transfer, sql`visitor = ${visitor}`))[0])
