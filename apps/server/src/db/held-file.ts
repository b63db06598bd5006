/** A file as it is read, with where its bytes are; `blobs` is joined from the left. */
import { asc, isNull, type Placeholder, type SQL, type SQLWrapper, sql } from 'drizzle-orm'
import { blobs, downloadSessions, files, transferFiles } from './tables.ts'

export const heldFileColumns = {
  id: files.id,
  path: files.path,
  size: files.size,
  lastModified: files.lastModified,
  blobId: files.blobId,
  offset: files.offset,
  crc32: files.crc32,
  scan: files.scan,
  media: files.media,
  forms: files.forms,
  isLost: sql<boolean>`${blobs.lostAt} is not null`,
}

/** Of a transfer's files those that it has now: older versions have others (T9). */
export const isNewest = isNull(transferFiles.beforeVersion)
export const isOfVersion = (version: number | Placeholder): SQL =>
  sql`${transferFiles.fromVersion} <= ${version} and (${transferFiles.beforeVersion} is null or ${transferFiles.beforeVersion} > ${version})`
/** What took the place of another file stands there. */
export const inTheirPlaces = asc(sql`coalesce(${transferFiles.place}, ${transferFiles.position})`)

/** That a session of download_sessions read this file: alone, among chosen ones, or with all of its version. */
export const sessionHolds = (fileId: SQLWrapper): SQL => sql`(
  download_sessions.scope = 'file:' || ${fileId}::text
  or download_sessions.scope = 'zip' and exists (select from transfer_files had
    where had.transfer_id = download_sessions.transfer_id and had.file_id = ${fileId}
      and had.from_version <= download_sessions.version
      and (had.before_version is null or download_sessions.version < had.before_version))
  or download_sessions.scope like 'zip:%' and exists (select from selections chosen
    where chosen.id = substr(download_sessions.scope, 5) and ${fileId} = any(chosen.file_ids)))`

/** What a program without a name began and did not finish is nobody's download; whatever was read whole is one, by its bytes alone. */
export const isReportedSession = sql`(${downloadSessions.program} <> 'robot' or ${downloadSessions.completedAt} is not null)`
