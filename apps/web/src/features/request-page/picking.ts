/** Which files are chosen for which document. Pure: the page shows it, the upload brings it. */
import { Problem } from '@sampan/contract/errors'
import type { RequestView } from '@sampan/contract/routes/request-page'
import { checkRequestFiles } from '@sampan/contract/rules/accepted-types'
import { blockedReason } from '@sampan/contract/rules/blocked-files'
import { baseName, isFolderPath, isStorablePath } from '@sampan/contract/rules/file-path'
import { totalBytes } from '@sampan/contract/rules/file-set'
import { freePath } from '../../lib/free-path.ts'
import type { DraftFile } from '../../product/files/checkpoints.ts'
import { standIn } from '../../product/files/picked-again.ts'
import type { PickedFile } from '../../product/files/picked-file.ts'

/** `place`: a document's id; null: none. */
export type Placed = { place: string | null; file: PickedFile }
/** Chosen before the page was left, and not arrived as a whole: it goes on once it is chosen again. */
export type Awaited = { place: string | null; file: Omit<DraftFile, 'place'>; storedBytes: number }
/** `problem`: null where only what is awaited is taken, and this is another file. */
export type Refusal = { place: string | null; name: string; problem: Problem | null }
/** `left`: paths under which an earlier visit had other files, or that were taken out. */
export type Picking = {
  placed: readonly Placed[]
  awaited: readonly Awaited[]
  left: readonly string[]
  refused: readonly Refusal[]
}
export type PickingAction =
  | { type: 'picked'; place: string | null; files: readonly PickedFile[]; view: RequestView; takesOnlyAwaited?: boolean }
  | { type: 'removed'; path: string }
  | { type: 'cleared' }

export const nothingPicked: Picking = { placed: [], awaited: [], left: [], refused: [] }

/** `stored`: how much of each the server has. */
export function pickedBefore(files: readonly DraftFile[], stored: ReadonlyMap<string, number>): Picking {
  const before = files.map(({ place = null, ...file }) => ({ place, file, storedBytes: stored.get(file.path) ?? 0 }))
  const isWhole = ({ file: { path, size }, storedBytes }: Awaited) => stored.has(path) && storedBytes === size
  const placed = before.filter(isWhole).map(({ place, file }) => {
    const { media, seconds } = file
    const whole = standIn({ ...file, isWhole: true })
    return { place, file: { ...whole, ...(media && { media }), ...(seconds !== undefined && { seconds }) } }
  })
  return { ...nothingPicked, placed, awaited: before.filter((each) => !isWhole(each)) }
}

/** How many of an earlier visit are on the server as a whole: their bytes are not here. */
export const wholeBefore = ({ placed }: Pick<Picking, 'placed'>): number =>
  placed.filter(({ file: { blob, size } }) => blob.size !== size).length

/** As it is kept for the next visit. */
export const keptFiles = ({ placed, awaited }: Pick<Picking, 'placed' | 'awaited'>): DraftFile[] =>
  [...placed, ...awaited].map(({ place, file }) => ({ ...file, ...(place !== null && { place }) }))

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

type Likeness = Pick<PickedFile, 'path' | 'size'> & { lastModified?: number | undefined }
const isSame = (one: Likeness, other: Likeness): boolean =>
  baseName(one.path) === baseName(other.path) && one.size === other.size && one.lastModified === other.lastModified

/** Of two files of one name the second was given a number. */
const isAgain = (file: PickedFile, awaited: Likeness): boolean =>
  isSame(file, awaited) || isSame(file, { ...awaited, path: awaited.path.replace(/ \(\d+\)(?=\.|$)/, '') })

/** In its own place first; all may be dropped at once as well. */
const awaitedAs = (file: PickedFile, place: string | null, awaited: readonly Awaited[]): Awaited | undefined =>
  awaited.find((each) => each.place === place && isAgain(file, each.file)) ?? awaited.find((each) => isAgain(file, each.file))

/** The same name in the same place, but another file by now: it goes in its stead. */
const isNewerOf = (file: PickedFile, place: string | null, each: Awaited): boolean =>
  each.place === place && baseName(each.file.path) === baseName(file.path)

function add(before: Picking, { place, files, view, takesOnlyAwaited }: PickingAction & { type: 'picked' }): Picking {
  const accept = acceptOf(view, place)
  const placed = [...before.placed]
  const refused: Refusal[] = []
  const left = [...before.left]
  let { awaited } = before
  const taken = new Set([...placed, ...awaited].map(({ file }) => file.path))
  for (const file of files) {
    if (isFolderPath(file.path)) continue
    const again = awaitedAs(file, place, awaited)
    if (again) {
      awaited = awaited.filter((each) => each !== again)
      placed.push({ place: again.place, file: { ...file, path: again.file.path } })
      continue
    }
    // Chosen twice for the same document it is there once.
    if (placed.some((each) => each.place === place && isSame(each.file, file))) continue
    const name = baseName(file.path)
    const problem = refusalOf(file, accept, view) ?? tooMuch(placed, file, view)
    if (problem || takesOnlyAwaited) {
      refused.push({ place, name, problem: takesOnlyAwaited ? null : problem })
      continue
    }
    const older = awaited.filter((each) => isNewerOf(file, place, each))
    for (const each of older) taken.delete(each.file.path)
    left.push(...older.map((each) => each.file.path))
    awaited = awaited.filter((each) => !older.includes(each))
    const path = freePath(file.path, taken)
    taken.add(path)
    placed.push({ place, file: path === file.path ? file : { ...file, path } })
  }
  return { placed, awaited, left, refused }
}

function tooMuch(placed: readonly Placed[], file: PickedFile, { maxFiles, maxTotalBytes }: RequestView): Problem | null {
  if (placed.length >= maxFiles) return new Problem('tooManyForRequest', { limit: maxFiles, over: 1 })
  const overBytes = totalBytes(placed.map((each) => each.file)) + file.size - maxTotalBytes
  return overBytes > 0 ? new Problem('requestTooLarge', { limitBytes: maxTotalBytes, overBytes }) : null
}

export function pickingReducer(state: Picking, action: PickingAction): Picking {
  switch (action.type) {
    case 'picked':
      return add(state, action)
    case 'removed': {
      const stays = ({ file }: { file: { path: string } }) => file.path !== action.path
      const { placed, awaited, left } = state
      return { placed: placed.filter(stays), awaited: awaited.filter(stays), left: [...left, action.path], refused: [] }
    }
    case 'cleared':
      return nothingPicked
  }
}

export const filesIn = ({ placed }: Pick<Picking, 'placed'>, place: string | null): PickedFile[] =>
  placed.filter((each) => each.place === place).map(({ file }) => file)

export const documentsByPath = ({ placed }: Pick<Picking, 'placed'>): Map<string, string> =>
  new Map(placed.flatMap(({ place, file }) => (place === null ? [] : [[file.path, place] as const])))
