/** How much an upload may still write: what its row says, as last seen by this process, and what is under way here. */
import { Problem } from '@sampan/contract/errors'
import { parts, rewriteSlackBytes, rewriteSlackParts } from '@sampan/contract/limits'

type Written = { declaredBytes: number; writtenBytes: number; writtenParts: number }
export type WriteBudget = Written & { id: string; bytesUnderWay: number; partsUnderWay: number }

const smallestFloorBytes = Math.min(...Object.values(parts.floorBytes))
/** Parts may come four times in the smallest size that a client begins with. */
const mostParts = (declaredBytes: number) => Math.ceil((4 * declaredBytes) / smallestFloorBytes) + rewriteSlackParts

export const isOverspent = ({ declaredBytes, writtenBytes, writtenParts }: Written): boolean =>
  writtenBytes > 2 * declaredBytes + rewriteSlackBytes || writtenParts > mostParts(declaredBytes)

export const newBudget = (id: string): WriteBudget => ({
  id,
  declaredBytes: 0,
  writtenBytes: 0,
  writtenParts: 0,
  bytesUnderWay: 0,
  partsUnderWay: 0,
})

/**
 * Counted before the first byte, so that many parts at once cannot slip past; the answer is to be called when the part has ended.
 * Parts under way in other processes are seen once they are recorded, where the row decides.
 */
export function takeBudget(budget: WriteBudget, length: number): () => void {
  const then = {
    declaredBytes: budget.declaredBytes,
    writtenBytes: budget.writtenBytes + budget.bytesUnderWay + length,
    writtenParts: budget.writtenParts + budget.partsUnderWay + 1,
  }
  if (isOverspent(then)) throw new Problem('tooMuchWritten')
  budget.bytesUnderWay += length
  budget.partsUnderWay++
  return () => {
    budget.bytesUnderWay -= length
    budget.partsUnderWay--
  }
}
