/** What each download had: one file, those that were chosen, or all of its version. Of what was freed since, the number alone is left. */
import { isFolderPath } from '@sampan/contract/rules/file-path'
import type { Db } from '../../db/connect.ts'
import * as queries from './queries.ts'

export type Content = { files: queries.FileRow[]; fileCount: number }
/** How many of them nobody can name any more. */
export const freedOf = ({ files, fileCount }: Content): number => Math.max(0, fileCount - files.length)

export type Line = Pick<queries.LineRow, 'fileId' | 'selectionId' | 'version' | 'fileCount'>
/** Tells the content of each of these lines. */
export type ContentReader = (lines: readonly Line[]) => Promise<(line: Line) => Content>

/** `files` are those of all versions. */
type Kept = { transfer: queries.TransferRow; files: readonly queries.FileRow[]; versions: readonly queries.VersionRow[] }

export function contentReader(db: Db, { transfer, files, versions }: Kept): ContentReader {
  const byId = new Map(files.map((file) => [file.id, file]))
  const countOf = new Map(versions.map(({ version, fileCount }) => [version, fileCount]))
  const named = (ids: readonly string[], counted: number | null): Content => {
    const real = ids.filter((id) => !isFolderPath(byId.get(id)?.path ?? ''))
    return { files: real.flatMap((id) => byId.get(id) ?? []), fileCount: counted ?? real.length }
  }
  const filesOf = new Map<number, queries.FileRow[]>()
  const allOf = (version: number, counted: number | null): Content => {
    const isOf = ({ path, fromVersion, beforeVersion }: queries.FileRow) =>
      !isFolderPath(path) && fromVersion <= version && (beforeVersion === null || version < beforeVersion)
    const had = filesOf.get(version) ?? files.filter(isOf)
    filesOf.set(version, had)
    return { files: had, fileCount: counted ?? countOf.get(version) ?? transfer.fileCount }
  }
  return async (lines) => {
    const ids = new Set(lines.flatMap(({ selectionId }) => selectionId ?? []))
    const chosen = new Map(ids.size > 0 ? (await queries.selectionsOf(db, [...ids])).map(({ id, fileIds }) => [id, fileIds]) : [])
    return ({ fileId, selectionId, version, fileCount }) => {
      if (fileId !== null) return named([fileId], fileCount)
      return selectionId === null ? allOf(version, fileCount) : named(chosen.get(selectionId) ?? [], fileCount)
    }
  }
}
