/** Which files a request takes, by their names (R1): groups as `image`, and single endings as `.dwg`. What a file is inside, the server looks at. */
import { Problem } from '../errors.ts'
import type { FileKind } from '../states.ts'
import { fileKindOf } from './file-kind.ts'
import { baseName, extensionOf, isFolderPath } from './file-path.ts'

/** To choose from; `pdf` and `spreadsheet` are parts of what a document is. */
export const acceptedGroups = ['image', 'pdf', 'document', 'spreadsheet', 'archive', 'video', 'audio'] as const
export type AcceptedGroup = (typeof acceptedGroups)[number]

/** What a page records by itself: a voice memo, a video message. */
export const recordable: readonly AcceptedGroup[] = ['audio', 'video']

const narrower: Partial<Record<AcceptedGroup, readonly string[]>> = {
  pdf: ['pdf'],
  spreadsheet: ['xls', 'xlsx', 'xlsm', 'ods', 'csv', 'tsv', 'numbers'],
}

export const isGroup = (word: string): word is AcceptedGroup => (acceptedGroups as readonly string[]).includes(word)

const endingPattern = /^\.[a-z0-9]{1,8}$/

/** `PDF`, `dwg` and `.DWG` as they are kept; null for what is neither a group nor an ending. */
export function readAcceptedType(word: string): string | null {
  const plain = word.trim().toLowerCase()
  if (isGroup(plain)) return plain
  const ending = plain.startsWith('.') ? plain : `.${plain}`
  return endingPattern.test(ending) ? ending : null
}

/** Of nothing in particular everything is taken. */
export function isAcceptedEnding(ending: string, accept: readonly string[]): boolean {
  if (accept.length === 0) return true
  return accept.some((type) => {
    if (!isGroup(type)) return type === `.${ending}`
    return narrower[type]?.includes(ending) ?? fileKindOf(`a.${ending}`) === (type as FileKind)
  })
}

export const isAcceptedName = (path: string, accept: readonly string[]): boolean =>
  accept.length === 0 || isAcceptedEnding(extensionOf(path), accept)

/** For a file input's `accept`; empty where browsers have no words for one of them: then the list alone checks names. */
export function inputAccept(accept: readonly string[]): string {
  const words = accept.map((type) => {
    if (!isGroup(type)) return type
    if (type === 'image' || type === 'video' || type === 'audio') return `${type}/*`
    return narrower[type]?.map((ending) => `.${ending}`).join(',') ?? null
  })
  return words.includes(null) ? '' : words.join(',')
}

type Limits = { accept: readonly string[]; maxFileBytes: number | null; maxFiles: number | null }

/** Throws what is wrong with the first file that a request would not take. */
export function checkRequestFiles(files: readonly { path: string; size: number }[], limits: Limits): void {
  const real = files.filter(({ path }) => !isFolderPath(path))
  if (limits.maxFiles !== null && real.length > limits.maxFiles)
    throw new Problem('tooManyForRequest', { limit: limits.maxFiles, over: real.length - limits.maxFiles })
  for (const { path, size } of real) {
    const name = baseName(path)
    if (size === 0) throw new Problem('fileEmpty', { name })
    if (limits.maxFileBytes !== null && size > limits.maxFileBytes)
      throw new Problem('fileTooLarge', { name, limitBytes: limits.maxFileBytes })
    if (!isAcceptedName(path, limits.accept)) throw new Problem('fileTypeRefused', { name })
  }
}
