/** Which visit of a limited link this tab is, so that loading its page again is no new one; and how its files are looked at. */
import type { TransferView } from '@sampan/contract/routes/downloads'
import { type Begun, readBegun, writtenOf } from './begun.ts'

const keyOf = (slug: string): string => `visit:${slug}`

/** Of a link without a limit, or one that this visit has taken nothing of, nothing hangs on it. */
export function keepVisit({ slug, dl, isCounted }: Pick<TransferView, 'slug' | 'dl' | 'isCounted'>): void {
  if (!dl || !isCounted) return
  keep(keyOf(slug), dl)
}

const begunKeyOf = (slug: string): string => `begun:${slug}`

/** Of a limited link: which files were taken is what its visitor has to know before the next press. */
export function keepBegun({ slug, dl, downloadsLeft, isOwn }: TransferView, begun: Begun): void {
  if (downloadsLeft === null || isOwn || !dl || begun.step !== 'started') return
  // Loaded again before its first download is through, the page is the same visit all the same.
  keep(keyOf(slug), dl)
  keep(begunKeyOf(slug), writtenOf(begun, Date.now()))
}

export const keptBegun = (slug: string): Begun | null => readBegun(kept(begunKeyOf(slug)) ?? '', Date.now())

export const keptVisit = (slug: string): string | undefined => kept(keyOf(slug))

/** As a list, or as pictures side by side. */
export type Look = 'list' | 'tiles'
const lookKeyOf = (slug: string): string => `look:${slug}`

export const keepLook = (slug: string, look: Look): void => keep(lookKeyOf(slug), look)
export function keptLook(slug: string): Look | undefined {
  const look = kept(lookKeyOf(slug))
  return look === 'list' || look === 'tiles' ? look : undefined
}

function keep(key: string, value: string): void {
  try {
    sessionStorage.setItem(key, value)
  } catch {}
}

function kept(key: string): string | undefined {
  try {
    return sessionStorage.getItem(key) ?? undefined
  } catch {
    return undefined
  }
}
