/**
 * How much an upload may keep on the disk, and have under way. Only what is there counts: a torn, refused or repeated part gives its space
 * back, so that whoever makes progress over a bad line is never shut out.
 */
import { Problem } from '@sampan/contract/errors'
import { parts, rewriteSlackBytes, rewriteSlackParts } from '@sampan/contract/limits'

type Kept = { declaredBytes: number; writtenBytes: number; writtenParts: number; receivedBytes: number }
/**
 * As last seen by this process. `bytesUnderWay`: what has come here of parts that have not ended. `bytesGiven`: what may come straight to
 * the store, by the places that this process has given.
 */
export type WriteBudget = Kept & { id: string; bytesUnderWay: number; bytesGiven: number }

const smallestFloorBytes = Math.min(...Object.values(parts.floorBytes))
/** Parts may be four times as many as of the smallest size that a client begins with. */
const partsMax = (declaredBytes: number) => Math.ceil((4 * declaredBytes) / smallestFloorBytes) + rewriteSlackParts
/** For parts that count, for those that others have replaced, and for what was taken out and lies among the rest. */
const keptBytesMax = (declaredBytes: number) => 2 * declaredBytes + rewriteSlackBytes

/** What an upload may have at most before so much is added. Replacing leaves space for every byte that is still to come: see mayReplace. */
export const roomBefore = (declaredBytes: number, added: { bytes: number; parts: number }) => ({
  bytesBefore: keptBytesMax(declaredBytes) - added.bytes,
  partsBefore: partsMax(declaredBytes) - added.parts,
})

export function mayAdd({ declaredBytes, writtenBytes, writtenParts }: Kept, bytes: number): boolean {
  const { bytesBefore, partsBefore } = roomBefore(declaredBytes, { bytes, parts: 1 })
  return writtenBytes <= bytesBefore && writtenParts <= partsBefore
}

export const mayReplace = ({ declaredBytes, writtenBytes, receivedBytes }: Kept, bytes: number): boolean =>
  writtenBytes - receivedBytes + bytes <= declaredBytes + rewriteSlackBytes

export const newBudget = (id: string): WriteBudget => ({
  id,
  declaredBytes: 0,
  writtenBytes: 0,
  writtenParts: 0,
  receivedBytes: 0,
  bytesUnderWay: 0,
  bytesGiven: 0,
})

const stalledRetrySeconds = 5

/** Parts that are sent but never end take space as well: no more of them while they fill what an upload may have. */
export function refuseTooMuchUnderWay({ declaredBytes, writtenBytes, bytesUnderWay }: WriteBudget): void {
  if (bytesUnderWay > 0 && writtenBytes + bytesUnderWay > keptBytesMax(declaredBytes))
    throw new Problem('unavailable', {}, { retryAfterSeconds: stalledRetrySeconds })
}

/** Places in the store fill at most what an upload may have; beyond that its parts come through this process, which sees what comes. */
export const mayGive = ({ declaredBytes, writtenBytes, bytesUnderWay, bytesGiven }: WriteBudget, bytes: number): boolean =>
  writtenBytes + bytesUnderWay + bytesGiven + bytes <= keptBytesMax(declaredBytes)
