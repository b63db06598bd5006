/** Asks workers for CRCs in turn; where they cannot run, the page computes them itself. */
import { blobCrc, type Crc, type SliceCrc } from './blob-crc.ts'
import type { CrcAnswer, CrcQuestion } from './crc-worker.ts'

type Waiting = { slice: Blob; resolve: (result: SliceCrc | Promise<SliceCrc>) => void; reject: (error: unknown) => void }
export type WorkerLike = Pick<Worker, 'postMessage' | 'addEventListener' | 'terminate'>

/** null once the worker has failed to load or has died. */
function crcOf(worker: WorkerLike): () => Crc | null {
  const waiting = new Map<number, Waiting>()
  let lastId = 0
  let isAlive = true
  worker.addEventListener('message', (event) => {
    const answer = (event as MessageEvent<CrcAnswer>).data
    const question = waiting.get(answer.id)
    waiting.delete(answer.id)
    if ('result' in answer) question?.resolve(answer.result)
    else question?.reject(new DOMException(answer.error.message, answer.error.name))
  })
  worker.addEventListener('error', () => {
    isAlive = false
    worker.terminate()
    for (const { slice, resolve } of waiting.values()) resolve(blobCrc(slice))
    waiting.clear()
  })
  const ask: Crc = (slice) =>
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
  return (slice) => {
    try {
      workers ??= Array.from({ length: count }, () => crcOf(startWorker()))
    } catch {
      workers = []
    }
    const alive = workers.map((worker) => worker()).filter((crc) => crc !== null)
    return (alive[turn++ % alive.length] ?? blobCrc)(slice)
  }
}
