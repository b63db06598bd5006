/** Which unfinished uploads of strangers end so that another can begin: what lies idle holds nobody back (R4). Pure. */
import { requestLimits } from '@sampan/contract/limits'
import { lastByteMs } from './arriving.ts'
import type { BegunByStranger } from './queries-strangers.ts'

/** How much too much there would be: uploads of one request, and bytes of all. */
export type Over = { requestId: string; uploads: number; bytes: number }

/** Null where all that lies idle would not be enough: then nothing has to end. */
export function givingWay(begun: readonly BegunByStranger[], over: Over, nowMs: number): BegunByStranger[] | null {
  const left = { uploads: over.uploads, bytes: over.bytes }
  const ending: BegunByStranger[] = []
  for (const each of idleFirst(begun, nowMs)) {
    const isOfRequest = each.purposeId === over.requestId
    const helps = (left.uploads > 0 && isOfRequest) || (left.bytes > 0 && each.declaredBytes > 0)
    if (!helps) continue
    ending.push(each)
    if (isOfRequest) left.uploads -= 1
    left.bytes -= each.declaredBytes
  }
  return left.uploads <= 0 && left.bytes <= 0 ? ending : null
}

/** Those of which nothing ever came first, then what has waited longest. */
function idleFirst(begun: readonly BegunByStranger[], nowMs: number): BegunByStranger[] {
  const { silentSeconds, idleSeconds } = requestLimits
  return begun
    .map((upload) => ({ upload, hasCome: upload.receivedBytes > 0, idleMs: nowMs - lastByteMs(upload) }))
    .filter(({ hasCome, idleMs }) => idleMs >= (hasCome ? idleSeconds : silentSeconds) * 1000)
    .sort((one, other) => Number(one.hasCome) - Number(other.hasCome) || other.idleMs - one.idleMs)
    .map(({ upload }) => upload)
}
