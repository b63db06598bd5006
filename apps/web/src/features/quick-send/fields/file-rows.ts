/** The list as rows: folders grouped with what is in them, opened ones followed by their files (Q2). */
import { isFolderPath } from '@sampan/contract/rules/file-path'

type Sized = { path: string; size: number }
export type FolderRow = { kind: 'folder'; path: string; name: string; bytes: number; count: number; isOpen: boolean }
export type FileRow<F> = { kind: 'file'; path: string; name: string; isInside: boolean; file: F }
export type Row<F> = FolderRow | FileRow<F>

/** "Photos/" for anything inside of the folder, null for a file that stands alone. */
export const topFolder = (path: string): string | null => {
  const slash = path.indexOf('/')
  return slash < 0 ? null : path.slice(0, slash + 1)
}

export function fileRows<F extends Sized>(files: readonly F[], open: ReadonlySet<string>): Row<F>[] {
  const groups = new Map<string, F[]>()
  for (const file of files) {
    const key = topFolder(file.path) ?? file.path
    const group = groups.get(key)
    if (group) group.push(file)
    else groups.set(key, [file])
  }
  return [...groups].flatMap(([key, inside]) =>
    isFolderPath(key) ? folderRows(key, inside, open.has(key)) : fileRow(inside[0]!),
  )
}

const fileRow = <F extends Sized>(file: F, folder = ''): Row<F> => ({
  kind: 'file',
  path: file.path,
  name: file.path.slice(folder.length),
  isInside: folder !== '',
  file,
})

function folderRows<F extends Sized>(path: string, inside: readonly F[], isOpen: boolean): Row<F>[] {
  const folder: FolderRow = {
    kind: 'folder',
    path,
    name: path.slice(0, -1),
    bytes: inside.reduce((sum, file) => sum + file.size, 0),
    count: inside.filter((file) => !isFolderPath(file.path)).length,
    isOpen,
  }
  return isOpen ? [folder, ...inside.filter((file) => file.path !== path).map((file) => fileRow(file, path))] : [folder]
}
