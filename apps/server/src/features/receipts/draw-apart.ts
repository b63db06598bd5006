/**
 * Draws PDFs in a thread of their own, one at a time: the Chinese font alone takes some tenths of a second, in which nobody else
 * would be served.
 */
import { existsSync } from 'node:fs'
import { Worker } from 'node:worker_threads'
import { Problem } from '@sampan/contract/errors'

/** `program`: beside the bundle; where the source itself runs there is none, and it is drawn here. */
export type Drawing<D> = { program: URL; draw: (drawn: D) => Promise<Buffer> }
const maxWaiting = 20
/** One is drawn and two wait: nobody fills the line alone. */
const maxOfOne = 3
const memoryMb = 256
const drawMs = 30_000

let last: Promise<unknown> = Promise.resolve()
let waiting = 0
const waitingOf = new Map<string, number>()

const busy = (): Problem => new Problem('unavailable', {}, { retryAfterSeconds: 5 })

export async function drawApart<D>({ program, draw }: Drawing<D>, drawn: D, ownerId: string): Promise<Buffer> {
  const ofOwner = waitingOf.get(ownerId) ?? 0
  if (waiting >= maxWaiting || ofOwner >= maxOfOne) throw busy()
  waiting++
  waitingOf.set(ownerId, ofOwner + 1)
  const mine = last.then(() => (existsSync(program) ? inThread(program, drawn, drawMs) : draw(drawn)))
  last = mine.catch(() => {})
  try {
    return await mine
  } finally {
    waiting--
    const left = waitingOf.get(ownerId)! - 1
    if (left > 0) waitingOf.set(ownerId, left)
    else waitingOf.delete(ownerId)
  }
}

/** One that takes longer than `maxMs` is ended: the next in line do not wait for it. */
export const inThread = (file: URL, workerData: unknown, maxMs: number): Promise<Buffer> =>
  new Promise((resolve, reject) => {
    const worker = new Worker(file, { workerData, resourceLimits: { maxOldGenerationSizeMb: memoryMb } })
    const tooLong = setTimeout(() => {
      reject(busy())
      void worker.terminate()
    }, maxMs)
    worker.once('message', (bytes: Uint8Array) => resolve(Buffer.from(bytes)))
    worker.once('error', reject)
    worker.once('exit', (code) => {
      clearTimeout(tooLong)
      reject(new Error(`The PDF was not drawn: its thread ended with ${code}.`))
    })
  })
