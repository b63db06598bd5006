/** What somebody is answering outlives a reload, in this browser and for this link: its words here, its list of files beside the checkpoints. */
import { crc32 } from '@sampan/client/upload/crc32'
import { uploadKeptSeconds } from '@sampan/contract/limits'
import type { RequestAddress } from './queries.ts'

export type Words = { name: string; email: string; message: string }
/** `isSubmitted`: Send was pressed, and the server may have what was sent. */
export type KeptAnswer = Words & { uploadId: string | null; isSubmitted: boolean }
type Stored = KeptAnswer & { savedAtMs: number }

/** The token of a personal link stands nowhere: what tells one link from another is enough. */
const prefix = 'sampan.answer.'

export const answerId = ({ slug, user = '' }: RequestAddress): string =>
  `${prefix}${slug}.${crc32(new TextEncoder().encode(user)).toString(16)}`

/** Where storage is forbidden or full, nothing is kept. */
export function keepAnswer(id: string, answer: KeptAnswer | null): void {
  try {
    if (answer === null) localStorage.removeItem(id)
    else localStorage.setItem(id, JSON.stringify({ ...answer, savedAtMs: Date.now() } satisfies Stored))
  } catch {}
}

const isOver = (savedAtMs: number, nowMs: number): boolean => !(Math.abs(nowMs - savedAtMs) < uploadKeptSeconds * 1000)

/** What can lead to no upload any more, of any link: names, addresses and words stay in no browser for nothing. */
function forgetOver(nowMs: number): void {
  for (const key of Object.keys(localStorage).filter((key) => key.startsWith(prefix)))
    if (isOver((JSON.parse(localStorage.getItem(key) ?? '') as Stored).savedAtMs, nowMs)) localStorage.removeItem(key)
}

/** Read with care: an older or newer version of the page may have written it. */
export function readAnswer(id: string, nowMs = Date.now()): KeptAnswer | null {
  try {
    forgetOver(nowMs)
  } catch {}
  try {
    const { savedAtMs, name, email, message, uploadId, isSubmitted } = JSON.parse(localStorage.getItem(id) ?? '') as Stored
    if (isOver(savedAtMs, nowMs)) return null
    return [name, email, message].every((text) => typeof text === 'string')
      ? { name, email, message, uploadId: uploadId ?? null, isSubmitted: isSubmitted === true }
      : null
  } catch {
    return null
  }
}
