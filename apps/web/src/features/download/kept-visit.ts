/** Which visit of a limited link this tab is, so that loading its page again is no new one. */
import type { TransferView } from '@sampan/contract/routes/downloads'

const keyOf = (slug: string): string => `visit:${slug}`

/** Of a link without a limit, or one that this visit has taken nothing of, nothing hangs on it. */
export function keepVisit({ slug, dl, isCounted }: Pick<TransferView, 'slug' | 'dl' | 'isCounted'>): void {
  if (!dl || !isCounted) return
  try {
    sessionStorage.setItem(keyOf(slug), dl)
  } catch {}
}

export function keptVisit(slug: string): string | undefined {
  try {
    return sessionStorage.getItem(keyOf(slug)) ?? undefined
  } catch {
    return undefined
  }
}
