/** How V8 decides that all of the heap must be looked through. */
import { setFlagsFromString } from 'node:v8'

/**
 * V8 counts buffers into the heap's size, young ones too, and lets a heap of 35 MB that has once been idle grow by no more than a
 * few: bytes that stream through then set off the collector's whole round every 10 to 30 MiB, at twice the cost of moving them.
 * So it may grow to three times what the last round left (docs/decisions/017). From Node 24 on V8 has a limit of its own for buffers,
 * a third above what the last round left: they count into the other one instead. A V8 that does not know a flag says so and goes on.
 */
export function letHeapGrow(): void {
  setFlagsFromString('--heap-growing-percent=200')
  if (Number.parseInt(process.versions.node, 10) < 24) return
  setFlagsFromString('--external-memory-accounted-in-global-limit')
  setFlagsFromString('--external-memory-max-growing-factor=4')
}
