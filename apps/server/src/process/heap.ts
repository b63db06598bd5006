/** How V8 decides that all of the heap must be looked through. */
import { setFlagsFromString } from 'node:v8'

/**
 * V8 counts buffers into the heap's size, young ones too, and lets a heap of 35 MB that has once been idle grow by no more than a
 * few: bytes that stream through then set off the collector's whole round every 10 to 30 MiB, at twice the cost of moving them.
 * So it may grow to three times what the last round left (docs/decisions/017). A V8 without the flag goes on as it is.
 */
export const letHeapGrow = (): void => setFlagsFromString('--heap-growing-percent=200')
