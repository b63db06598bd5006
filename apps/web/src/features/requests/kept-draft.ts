/** What is being asked for outlives a reload: in this browser, for this account, without the password, which whoever sits here next could read. */
import { uploadKeptSeconds } from '@sampan/contract/limits'
import { type Draft, newDraft } from './draft.ts'

const name = 'sampan.request-draft'
type Kept = { userId: string; savedAtMs: number; draft: Draft }

/** Where storage is forbidden or full, nothing is kept. */
export function keepDraft(userId: string, draft: Draft | null): void {
  try {
    if (draft === null) localStorage.removeItem(name)
    else
      localStorage.setItem(
        name,
        JSON.stringify({ userId, savedAtMs: Date.now(), draft: { ...draft, password: '' } } satisfies Kept),
      )
  } catch {}
}

/** Read with care: an older or newer version of the page may have written it. */
export function readDraft(userId: string, nowMs = Date.now()): Draft | null {
  try {
    const kept = JSON.parse(localStorage.getItem(name) ?? 'null') as Kept | null
    if (kept?.userId !== userId || Math.abs(nowMs - kept.savedAtMs) > uploadKeptSeconds * 1000) return null
    const { draft } = kept
    const isWhole = Array.isArray(draft.documents) && Array.isArray(draft.chips?.list) && Array.isArray(draft.remindDays)
    return isWhole ? { ...newDraft, ...draft, password: '' } : null
  } catch {
    return null
  }
}
