/** What is to be reviewed, in the order of the grid, and what comes after what. Pure. */
import type { ReceivedFile, RequestSupplier } from '@sampan/contract/routes/request-grid'
import { currentFiles } from './grid-rules.ts'

export type ToReview = { file: ReceivedFile; supplier: RequestSupplier; documentId: string | null }

/** Files that count, and of which nothing is decided. */
export const filesToReview = (suppliers: readonly RequestSupplier[]): ToReview[] =>
  suppliers.flatMap((supplier) =>
    supplier.slots.flatMap((slot) =>
      currentFiles(slot)
        .filter(({ decision }) => decision === 'received')
        .map((file) => ({ file, supplier, documentId: slot.documentId })),
    ),
  )

/** Where that file stands; once it is gone, what has taken its place, and after the last one the one before. -1: there is nothing. */
export function placeOf(list: readonly ToReview[], fileId: string, before: number): number {
  const place = list.findIndex(({ file }) => file.fileId === fileId)
  return place >= 0 ? place : Math.min(before, list.length - 1)
}

export type ReviewAct = 'accept' | 'reject' | 'next' | 'previous' | 'close'

const acts = new Map<string, ReviewAct>(
  Object.entries({
    a: 'accept',
    r: 'reject',
    ArrowRight: 'next',
    ArrowDown: 'next',
    ArrowLeft: 'previous',
    ArrowUp: 'previous',
    Escape: 'close',
  } as const),
)

export const reviewActOf = (key: string): ReviewAct | null => acts.get(key.length === 1 ? key.toLowerCase() : key) ?? null
