/**
 * Asks workers for CRCs in turn; where they cannot run, the page computes them itself. The slice is what is sent then: the browser reads it a
 * second time where it sends, while handing bytes over took half of the page's own thread (decision 021).
 */
import { type Crc, crcOfSlice, type SliceSums } from './blob-crc.ts'
import type { CrcAnswer, CrcQuestion } from './crc-worker.ts'

type Ask = (slice: Blob) => Promise<SliceSums>
type Waiting = { slice: Blob; resolve: (sums: SliceSums | Promise<SliceSums>) => void; reject: (error: unknown) => void }
export type WorkerLike = Pick<Worker, 'postMessage' | 'addEventListener' | 'terminate'>

/** The worker; null once it has failed to load or has died. */
function crcOf(worker: WorkerLike): () => Ask | null {
  const waiting = new Map<number, Waiting>()
  let lastId = 0
  let isAlive = true
  worker.addEventListener('message', (event) => {
    const answer = (event as MessageEvent<CrcAnswer>).data
    const question = waiting.get(answer.id)
    waiting.delete(answer.id)
    if ('sums' in answer) question?.resolve(answer.sums)
    else question?.reject(new DOMException(answer.error.message, answer.error.name))
  })
  worker.addEventListener('error', () => {
    isAlive = false
    worker.terminate()
    for (const { slice, resolve } of waiting.values()) resolve(crcOfSlice(slice))
    waiting.clear()
  })
  const ask: Ask = (slice) =>
    new Promise((resolve, reject) => {
      const question: CrcQuestion = { id: ++lastId, slice }
      waiting.set(question.id, { slice, resolve, reject })
      worker.postMessage(question)
    })
  return () => (isAlive ? ask : null)
}

/** Workers are started on first use. */
export function crcInWorkers(startWorker: () => WorkerLike, count: number): Crc {
  let workers: ReturnType<typeof crcOf>[] | null = null
  let turn = 0
  const crc: Crc = async (slice) => {
    try {
      workers ??= Array.from({ length: count }, () => crcOf(startWorker()))
    } catch {
      workers = []
    }
    const alive = workers.map((worker) => worker()).filter((crc) => crc !== null)
    const ask = alive[turn++ % alive.length] ?? crcOfSlice
    return { ...(await ask(slice)), bytes: slice }
  }
  crc.isAside = true
  return crc
}
