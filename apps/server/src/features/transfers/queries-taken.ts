/** SQL of what each recipient has of a transfer, by their own whole downloads, however many others had the link. */
import { type SQL, sql } from 'drizzle-orm'
import type { Db } from '../../db/connect.ts'
import { heldFiles, isOfUpload } from '../content/index.ts'
import type { TransferRow } from './queries.ts'

export type Taken = {
  recipientId: string
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
      select recipient_id, file_id, selection_id, version from download_sessions
      where transfer_id = ${id} and completed_at is not null and ${isIt}
    ), people as (select recipient_id, max(version) as version from done group by recipient_id),
    wholes as (
      select recipient_id, max(version) as version from done where file_id is null and selection_id is null group by recipient_id
    ), others as (
      select done.* from done cross join asked left join wholes on wholes.recipient_id = done.recipient_id
      where wholes.version is distinct from asked.version
    ), singles as (
      select recipient_id, file_id from others where file_id is not null
      union select others.recipient_id, unnest(selections.file_ids) from others join selections on selections.id = others.selection_id
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
    select people.recipient_id as "recipientId", people.version, (select count(*)::int from newest) as of,
      (coalesce(counts.files, 0) + count(newest.file_id) filter (where kept.file_id is null))::int as files
    from people
    left join wholes on wholes.recipient_id = people.recipient_id
    left join counts on counts.version = wholes.version
    left join singles on singles.recipient_id = people.recipient_id
    left join newest on newest.file_id = singles.file_id
    left join kept on kept.version = wholes.version and kept.file_id = singles.file_id
    group by people.recipient_id, people.version, wholes.version, counts.files`)
  return rows
}

/** Those who have taken anything. */
export const takenByRecipients = (db: Db, transfer: Which): Promise<Taken[]> => taken(db, transfer, sql`recipient_id is not null`)

/** Undefined where they have nothing whole. */
export const takenBy = async (db: Db, transfer: Which, recipientId: string): Promise<Taken | undefined> =>
  (await taken(db, transfer, sql`recipient_id = ${recipientId}`))[0]

/** Whether they have every file that the transfer has now. */
export async function hasTakenAll(db: Db, transfer: Which, recipientId: string): Promise<boolean> {
  const row = await takenBy(db, transfer, recipientId)
  return row !== undefined && row.files >= row.of
}
