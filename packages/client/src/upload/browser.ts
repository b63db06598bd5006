/** The browser's way to send and to compute, apart so that Node never loads it. */
import type { Crc } from './blob-crc.ts'
import { crcInWorkers } from './crc-in-worker.ts'
import type { PartSender } from './send-part.ts'
import { sendPartByXhr } from './send-part-xhr.ts'

const startWorker = () => new Worker(new URL('./crc-worker.ts', import.meta.url), { type: 'module' })

// One worker keeps up with any line up to several Gbit/s; a second helps where there are cores to spare.
const workerCount = () => (navigator.hardwareConcurrency > 4 ? 2 : 1)

let crc: Crc | null = null

/** For `startUpload`; the workers are shared by all uploads of the page. */
export function browserTools(): { sendPart: PartSender; crc: Crc } {
  crc ??= crcInWorkers(startWorker, workerCount())
  return { sendPart: sendPartByXhr, crc }
}
