/** What sessions of downloads have read, for the questions of several features. */
import { type SQL, type SQLWrapper, sql } from 'drizzle-orm'
import { downloadSessions } from './tables.ts'

/** That a session of download_sessions read this file: alone, among chosen ones, or with all of its version. */
export const sessionHolds = (fileId: SQLWrapper): SQL => sql`(
  download_sessions.file_id = ${fileId}
  or download_sessions.file_id is null and download_sessions.selection_id is null and exists (select from transfer_files had
    where had.transfer_id = download_sessions.transfer_id and had.file_id = ${fileId}
      and had.from_version <= download_sessions.version
      and (had.before_version is null or download_sessions.version < had.before_version))
  or exists (select from selections chosen
    where chosen.id = download_sessions.selection_id and ${fileId} = any(chosen.file_ids)))`

/** What a program without a name began and did not finish is nobody's download; whatever was read whole is one, by its bytes alone. */
export const isReportedSession = sql`(${downloadSessions.program} <> 'robot' or ${downloadSessions.completedAt} is not null)`
