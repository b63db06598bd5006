/** What was asked for on the page of a link, and how that went: its button says it, and the rows of its files (D2). */
import { useSyncExternalStore } from 'react'

export type Begun = {
  step: 'none' | 'asking' | 'started' | 'failed'
  /** Why nothing was started. */
  error: unknown
  /** Of which files a download was started while this page stands. */
  fileIds: ReadonlySet<string>
  isEverything: boolean
}
/** One file, what was chosen, or everything; of what was chosen also what that is. */
export type Wanted = { fileId?: string; selection?: string; fileIds?: readonly string[] }

export const nothingBegun: Begun = { step: 'none', error: null, fileIds: new Set(), isEverything: false }

export const asking = (before: Begun): Begun => ({ ...before, step: 'asking', error: null })
export const failed = (before: Begun, error: unknown): Begun => ({ ...before, step: 'failed', error })
export function started(before: Begun, { fileId, selection, fileIds = [] }: Wanted): Begun {
  const more = fileId ? [fileId] : fileIds
  const isEverything = before.isEverything || (!fileId && !selection)
  return { step: 'started', error: null, fileIds: new Set([...before.fileIds, ...more]), isEverything }
}

export const isBegun = ({ fileIds, isEverything }: Begun, fileId: string): boolean => isEverything || fileIds.has(fileId)

const bySlug = new Map<string, Begun>()
const listeners = new Set<() => void>()

export function tellBegun(slug: string, next: (before: Begun) => Begun): void {
  bySlug.set(slug, next(bySlug.get(slug) ?? nothingBegun))
  for (const tell of listeners) tell()
}

const subscribe = (tell: () => void) => {
  listeners.add(tell)
  return () => listeners.delete(tell)
}

export const useBegun = (slug: string): Begun =>
  useSyncExternalStore(
    subscribe,
    () => bySlug.get(slug) ?? nothingBegun,
    () => nothingBegun,
  )
