/** Files by their paths as folders in folders. Names are strangers' text: they are kept in maps, never as properties. */
import type { PublicFile } from '@sampan/contract/routes/downloads'
import { baseName, isFolderPath } from '@sampan/contract/rules/file-path'

export type FileNode = { kind: 'file'; key: string; name: string; depth: number; file: PublicFile }
export type FolderNode = {
  kind: 'folder'
  key: string
  name: string
  depth: number
  /** Its entries, those of its folders too, stand in the tree's `entries` from `start` up to `end`. */
  start: number
  end: number
  fileCount: number
  totalBytes: number
  children: TreeNode[]
}
export type TreeNode = FileNode | FolderNode
/** `entries` are all files and empty folders in the order of the tree. */
export type Tree = { root: FolderNode; entries: PublicFile[] }

type Draft = { folders: Map<string, Draft>; files: PublicFile[]; itself: PublicFile[] }

const newDraft = (): Draft => ({ folders: new Map(), files: [], itself: [] })
const collator = new Intl.Collator(undefined, { numeric: true, sensitivity: 'base' })
const byName = (a: string, b: string): number => collator.compare(a, b) || (a < b ? -1 : 1)

function folderOf(draft: Draft, names: string[]): Draft {
  let folder = draft
  for (const name of names) {
    let inner = folder.folders.get(name)
    if (!inner) {
      inner = newDraft()
      folder.folders.set(name, inner)
    }
    folder = inner
  }
  return folder
}

function draftOf(files: readonly PublicFile[]): Draft {
  const root = newDraft()
  for (const file of files) {
    const names = file.path.split('/')
    const last = names.pop()
    // The path of an empty folder ends in "/", so what is left after it is nothing.
    if (last === '') folderOf(root, names).itself.push(file)
    else folderOf(root, names).files.push(file)
  }
  return root
}

function finish(draft: Draft, at: { key: string; name: string; depth: number }, entries: PublicFile[]): FolderNode {
  const start = entries.length
  entries.push(...draft.itself)
  const folders = [...draft.folders.entries()]
    .sort(([a], [b]) => byName(a, b))
    .map(([name, inner]) => finish(inner, { key: `${at.key}${name}/`, name, depth: at.depth + 1 }, entries))
  const files = draft.files
    .map((file): FileNode => ({ kind: 'file', key: file.fileId, name: baseName(file.path), depth: at.depth + 1, file }))
    .sort((a, b) => byName(a.name, b.name))
  for (const { file } of files) entries.push(file)
  return {
    kind: 'folder',
    ...at,
    start,
    end: entries.length,
    fileCount: files.length + folders.reduce((sum, folder) => sum + folder.fileCount, 0),
    totalBytes: [...files.map(({ file }) => file.size), ...folders.map((folder) => folder.totalBytes)].reduce((a, b) => a + b, 0),
    children: [...folders, ...files],
  }
}

/** The root has depth 0 and no name; folders come before files, both as people count (2 before 10). */
export function buildTree(files: readonly PublicFile[]): Tree {
  const entries: PublicFile[] = []
  const root = finish(draftOf(files), { key: '', name: '', depth: 0 }, entries)
  return { root, entries }
}

/** What is open at first: a lone folder around everything, and everything when it is little. */
export function firstOpen({ root }: Tree, fewRows: number): ReadonlySet<string> {
  const all = new Set(foldersIn(root).map(({ key }) => key))
  if (all.size + root.fileCount <= fewRows) return all
  const open = new Set<string>()
  let [only, ...others] = root.children
  while (only?.kind === 'folder' && others.length === 0) {
    open.add(only.key)
    ;[only, ...others] = only.children
  }
  return open
}

const foldersIn = (folder: FolderNode): FolderNode[] =>
  folder.children.flatMap((node) => (node.kind === 'folder' ? [node, ...foldersIn(node)] : []))

/** The nodes in sight, top to bottom. */
export function openRows(folder: FolderNode, open: ReadonlySet<string>): TreeNode[] {
  return folder.children.flatMap((node) =>
    node.kind === 'folder' && open.has(node.key) ? [node, ...openRows(node, open)] : [node],
  )
}

/** One spelling for search: case and the two ways of writing "é" make no difference. */
const plain = (text: string): string => text.normalize('NFKC').toLowerCase()

/** Files of which the path contains the words, in the tree's order and without its folders. */
export function searchFiles({ entries }: Tree, words: string): FileNode[] {
  const wanted = plain(words.trim())
  return entries
    .filter(({ path }) => !isFolderPath(path) && plain(path).includes(wanted))
    .map((file) => ({ kind: 'file', key: file.fileId, name: baseName(file.path), depth: 1, file }))
}
