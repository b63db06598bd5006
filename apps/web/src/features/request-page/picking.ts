/** Which files are chosen for which document. Pure: the page shows it, the upload brings it. */
import { Problem } from '@sampan/contract/errors'
import type { RequestView } from '@sampan/contract/routes/request-page'
import { checkRequestFiles } from '@sampan/contract/rules/accepted-types'
import { blockedReason } from '@sampan/contract/rules/blocked-files'
import { baseName, isFolderPath, isStorablePath } from '@sampan/contract/rules/file-path'
import { totalBytes } from '@sampan/contract/rules/file-set'
import { freePath } from '../../lib/free-path.ts'
import type { PickedFile } from '../../product/files/picked-file.ts'

/** `place`: a document's id; null: none. */
export type Placed = { place: string | null; file: PickedFile }
export type Picking = { placed: readonly Placed[]; refused: readonly Problem[] }
export type PickingAction =
  | { type: 'picked'; place: string | null; files: readonly PickedFile[]; view: RequestView }
  | { type: 'removed'; path: string }
  | { type: 'cleared' }

export const nothingPicked: Picking = { placed: [], refused: [] }

const acceptOf = ({ documents, accept }: RequestView, place: string | null): readonly string[] =>
  documents.find(({ _id }) => _id === place)?.accept ?? accept

/** Why one is not taken, whatever else is chosen. */
function refusalOf(file: PickedFile, accept: readonly string[], { maxFileBytes }: RequestView): Problem | null {
  const name = baseName(file.path)
  if (!isStorablePath(file.path)) return new Problem('invalidPath', { name })
  const blocked = blockedReason(file.path)
  if (blocked) return new Problem(blocked, { name })
  try {
    checkRequestFiles([file], { accept, maxFileBytes, maxFiles: null })
    return null
  } catch (error) {
    if (error instanceof Problem) return error
    throw error
  }
}

const isSame = (one: PickedFile, other: PickedFile): boolean =>
  baseName(one.path) === baseName(other.path) && one.size === other.size && one.lastModified === other.lastModified

function add(before: readonly Placed[], place: string | null, files: readonly PickedFile[], view: RequestView): Picking {
  const accept = acceptOf(view, place)
  const placed = [...before]
  const refused: Problem[] = []
  const taken = new Set(placed.map(({ file }) => file.path))
  for (const file of files) {
    if (isFolderPath(file.path)) continue
    // Chosen twice for the same document it is there once.
    if (placed.some((each) => each.place === place && isSame(each.file, file))) continue
    const refusal = refusalOf(file, accept, view) ?? tooMuch(placed, file, view)
    if (refusal) {
      refused.push(refusal)
      continue
    }
    const path = freePath(file.path, taken)
    taken.add(path)
    placed.push({ place, file: path === file.path ? file : { ...file, path } })
  }
  return { placed, refused }
}

function tooMuch(placed: readonly Placed[], file: PickedFile, { maxFiles, maxTotalBytes }: RequestView): Problem | null {
  if (placed.length >= maxFiles) return new Problem('tooManyForRequest', { limit: maxFiles, over: 1 })
  const overBytes = totalBytes(placed.map((each) => each.file)) + file.size - maxTotalBytes
  return overBytes > 0 ? new Problem('requestTooLarge', { limitBytes: maxTotalBytes, overBytes }) : null
}

export function pickingReducer(state: Picking, action: PickingAction): Picking {
  switch (action.type) {
    case 'picked':
      return add(state.placed, action.place, action.files, action.view)
    case 'removed':
      return { placed: state.placed.filter(({ file }) => file.path !== action.path), refused: [] }
    case 'cleared':
      return nothingPicked
  }
}

export const filesIn = ({ placed }: Pick<Picking, 'placed'>, place: string | null): PickedFile[] =>
  placed.filter((each) => each.place === place).map(({ file }) => file)

export const documentsByPath = ({ placed }: Pick<Picking, 'placed'>): Map<string, string> =>
  new Map(placed.flatMap(({ place, file }) => (place === null ? [] : [[file.path, place] as const])))
