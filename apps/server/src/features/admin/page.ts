import { byPlace, type Place } from '../../db/older.ts'

/** Of one row more than are shown: those that are, and whether there are more. */
export const page = <T>(found: readonly T[], rows: number): { shown: T[]; hasMore: boolean } => ({
  shown: found.slice(0, rows),
  hasMore: found.length > rows,
})

/** Of rows of several tables, each with one more than are shown: the latest, and below what the next page begins. */
export function pageOf<T extends Place>(
  found: readonly T[],
  rows: number,
): { shown: T[]; hasMore: boolean; next: string | null } {
  const { shown, hasMore } = page([...found].sort(byPlace), rows)
  const last = shown.at(-1)
  return { shown, hasMore, next: hasMore && last ? `${last.at.getTime()}.${last.id}` : null }
}

/** What `pageOf` has said, as the contract lets it through. */
export function placeIn(before: string | undefined): Place | undefined {
  if (before === undefined) return undefined
  const [at, id] = before.split('.') as [string, string]
  return { at: new Date(Number(at)), id }
}
