/** Of one row more than are shown: those that are, and whether there are more. */
export const page = <T>(found: readonly T[], rows: number): { shown: T[]; hasMore: boolean } => ({
  shown: found.slice(0, rows),
  hasMore: found.length > rows,
})
