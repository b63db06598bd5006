/** Which rows are chosen, to do something with all of them at once; a slug keeps what its row said then. */
import { maxBulk } from '@sampan/contract/limits'
import type { TransferRecord } from '@sampan/contract/routes/dashboard'
import { useCallback, useMemo, useRef, useState } from 'react'

type Rows = ReadonlyMap<string, TransferRecord>
/** The row at a place of the list, if it has been loaded. */
type RowAt = (index: number) => TransferRecord | undefined

/** No more than one call takes. */
export function withRows(chosen: Rows, rows: readonly TransferRecord[], max = maxBulk): Rows {
  const next = new Map(chosen)
  for (const row of rows) if (next.has(row.slug) || next.size < max) next.set(row.slug, row)
  return next
}

export function rowsBetween(rowAt: RowAt, from: number, to: number): TransferRecord[] {
  const [first, last] = from < to ? [from, to] : [to, from]
  return Array.from({ length: last - first + 1 }, (_, i) => rowAt(first + i)).filter((row) => row !== undefined)
}

export function useSelection(rowAt: RowAt) {
  const [chosen, setChosen] = useState<Rows>(new Map())
  const anchor = useRef<number | null>(null)
  const latest = useRef(rowAt)
  latest.current = rowAt
  const choose = useCallback((index: number, row: TransferRecord, isRange = false) => {
    const from = anchor.current
    anchor.current = index
    setChosen((before) => {
      if (isRange && from !== null) return withRows(before, rowsBetween(latest.current, from, index))
      if (!before.has(row.slug)) return withRows(before, [row])
      const next = new Map(before)
      next.delete(row.slug)
      return next
    })
  }, [])
  const clear = useCallback(() => {
    anchor.current = null
    setChosen(new Map())
  }, [])
  const add = useCallback((rows: readonly TransferRecord[]) => setChosen((before) => withRows(before, rows)), [])
  return useMemo(
    () => ({
      rows: [...chosen.values()],
      has: (slug: string) => chosen.has(slug),
      rowAt: (index: number) => latest.current(index),
      choose,
      add,
      clear,
    }),
    [chosen, choose, add, clear],
  )
}
export type Selection = ReturnType<typeof useSelection>
