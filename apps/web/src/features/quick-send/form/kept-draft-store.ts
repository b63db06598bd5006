/** Drafts as this browser keeps them (Q20): one for each tab, in words only, 7 days at most. A browser that forbids it just forgets. */
import { uploadKeptSeconds } from '@sampan/contract/limits'
import type { Options } from './options.ts'

/** The upload that carries the draft's files, once the server knows it. */
export type KeptUpload = { uploadId: string; isPublished: boolean }

/**
 * The password is not among it: what stands here is read by whoever sits at this browser next, and by every script of this origin, for
 * days. That there was one is kept, so that nothing is sent without it by mistake: the card asks for it again.
 */
export type StoredDraft = {
  savedAtMs: number
  accountId: string | null
  sendAs: 'email' | 'link'
  chips: string[]
  typed: string
  sender: string
  message: string
  options: Omit<Options, 'password'>
  hadPassword: boolean
  /** Their list is in the store of checkpoints: thousands of paths are too much for here. */
  fileCount: number
  upload: KeptUpload | null
  /** Whom the code was mailed to that was asked for last; an older page wrote none. */
  codeFor?: string | null
}

const prefix = 'sampan.draft.'
const keptMs = uploadKeptSeconds * 1000

/** Where storage is forbidden or full, nothing is kept. */
export function attempt<T>(act: () => T): T | null {
  try {
    return act()
  } catch {
    return null
  }
}

/** Read with care: an older or newer version of the page may have written it. */
function parsed(text: string): StoredDraft | null {
  const draft = JSON.parse(text) as StoredDraft
  const isWhole = Array.isArray(draft.chips) && typeof draft.message === 'string' && typeof draft.options === 'object'
  return isWhole && draft.savedAtMs > 0 ? draft : null
}

export const readDraft = (id: string): StoredDraft | null => attempt(() => parsed(localStorage.getItem(prefix + id) ?? ''))

export const writeDraft = (id: string, draft: StoredDraft): void =>
  void attempt(() => localStorage.setItem(prefix + id, JSON.stringify(draft)))

export const removeDraft = (id: string): void => void attempt(() => localStorage.removeItem(prefix + id))

function idsHere(): string[] {
  const names = Array.from({ length: localStorage.length }, (_, index) => localStorage.key(index) ?? '')
  return names.filter((name) => name.startsWith(prefix)).map((name) => name.slice(prefix.length))
}

/** The newest first; what is too old, or no draft at all, goes. */
export function draftsHere(nowMs: number): { id: string; draft: StoredDraft }[] {
  const found: { id: string; draft: StoredDraft }[] = []
  for (const id of attempt(idsHere) ?? []) {
    const draft = readDraft(id)
    if (draft && Math.abs(nowMs - draft.savedAtMs) < keptMs) found.push({ id, draft })
    else removeDraft(id)
  }
  return found.sort((one, other) => other.draft.savedAtMs - one.draft.savedAtMs)
}
