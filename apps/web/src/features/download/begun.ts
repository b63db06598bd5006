/** What was asked for on the page of a link, and how that went: its button says it, and the rows of its files (D2). */
import { limitVisitSeconds } from '@sampan/contract/limits'
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

/** What of it outlives a reload: which files, not that somebody has pressed just now. */
export const writtenOf = ({ fileIds, isEverything }: Begun, nowMs: number): string =>
  JSON.stringify({ fileIds: [...fileIds], isEverything, untilMs: nowMs + limitVisitSeconds * 1000 })

/** Null for what is damaged, and for a visit that is over: its files would count anew. */
export function readBegun(text: string, nowMs: number): Begun | null {
  try {
    const { fileIds, isEverything, untilMs } = JSON.parse(text)
    return untilMs > nowMs && Array.isArray(fileIds)
      ? { ...nothingBegun, fileIds: new Set<string>(fileIds), isEverything: isEverything === true }
      : null
  } catch {
    return null
  }
}

const bySlug = new Map<string, Begun>()
const listeners = new Set<() => void>()

export function tellBegun(slug: string, next: (before: Begun) => Begun): void {
  bySlug.set(slug, next(bySlug.get(slug) ?? nothingBegun))
  for (const tell of listeners) tell()
}

/** After a reload; what was begun since stays. */
export function recallBegun(slug: string, earlier: Begun): void {
  if (!bySlug.has(slug)) tellBegun(slug, () => earlier)
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
