/**
 * Collects parts into groups: one that comes alone waits for nobody, and what comes within milliseconds of it is the next group. Of one
 * upload one group at a time is under way, and what comes meanwhile is the next: they would only wait for each other. A group with parts
 * of several uploads waits for nobody: what is locked by others is recorded for each upload by itself, one group at a time, so that one
 * that is held holds up no other and takes one connection at most.
 */
type OfUpload = { uploadId: string }
type Waiting<P, R> = { part: P; resolve: (recorded: R) => void; reject: (error: unknown) => void }
/** Answers in the order of the parts; undefined for what it would have had to wait for. */
type RecordGroup<P, R> = (parts: P[], mayWait: boolean) => Promise<(R | undefined)[]>

/** Between the beginnings of two groups; a part of a busy upload is sent within some 30, and its line is idle until it counts. */
const groupMs = 5
export const maxGroup = 200

export function groupParts<P extends OfUpload, R>(record: RecordGroup<P, R>): (part: P) => Promise<R> {
  /** By upload; there while one group of it is under way. */
  const held = new Map<string, Waiting<P, R>[]>()
  let waiting: Waiting<P, R>[] = []
  let begunAt = -groupMs

  /** Those that are left over. */
  async function settle(group: Waiting<P, R>[], mayWait: boolean): Promise<Waiting<P, R>[]> {
    const parts = group.map(({ part }) => part)
    try {
      const recorded = await record(parts, mayWait)
      return group.filter(({ resolve }, index) => {
        const each = recorded[index]
        if (each !== undefined) resolve(each)
        return each === undefined
      })
    } catch (error) {
      for (const { reject } of group) reject(error)
      return []
    }
  }

  async function settleHeld(uploadId: string, queue: Waiting<P, R>[]): Promise<void> {
    held.set(uploadId, queue)
    while (queue.length) await settle(queue.splice(0, maxGroup), true)
    held.delete(uploadId)
  }

  function addHeld(each: Waiting<P, R>): void {
    const queue = held.get(each.part.uploadId)
    if (queue) queue.push(each)
    else void settleHeld(each.part.uploadId, [each])
  }

  async function flush(): Promise<void> {
    begunAt = performance.now()
    const group = waiting.filter(({ part }) => !held.has(part.uploadId))
    const others = waiting.filter(({ part }) => held.has(part.uploadId))
    waiting = []
    for (const each of others) addHeld(each)
    if (!group.length) return
    const { uploadId } = group[0]!.part
    // Parts of one upload hold up nobody else.
    if (group.every(({ part }) => part.uploadId === uploadId)) return settleHeld(uploadId, group)
    for (const each of await settle(group, false)) addHeld(each)
  }

  /** Those that come in the same turn of the loop are one group in any case. */
  function plan(): void {
    const waitMs = begunAt + groupMs - performance.now()
    if (waitMs > 0) setTimeout(flush, waitMs)
    else setImmediate(flush)
  }

  return (part) =>
    new Promise((resolve, reject) => {
      waiting.push({ part, resolve, reject })
      if (waiting.length >= maxGroup) void flush()
      else if (waiting.length === 1) plan()
    })
}
