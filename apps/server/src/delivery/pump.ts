/** Gives bytes to a reader and looks after it meanwhile: what has left is saved, and who may not or does not take any more is let go. */
import type { FastifyReply, FastifyRequest } from 'fastify'
import { type Batch, isDamage } from '../adapters/storage/storage.ts'
import type { Metrics } from '../metrics/metrics.ts'
import type { Meter } from './meter.ts'

/** A download ends so soon after its link was closed (R27), and a crash loses no more of its coverage. */
const lookEveryMs = 10_000
/** A reader that takes nothing for so long is gone. */
const silenceMs = 120_000
/** In four minutes so much must have left: half a kilobyte a second, which the slowest phone line carries (R48). */
const slowestLooks = 24
const slowestBytes = 128 * 1024
/** A batch that was taken so quickly is followed by one in a single call; on other lines each piece waits for the last. */
const quickMs = 100

type Raw = FastifyReply['raw']
type Source = { first: IteratorResult<Batch>; rest: AsyncIterator<Batch> }
/** How far a reader is: given to its socket, and taken by the system. */
type Progress = { given: number; left: number }

export async function pump(
  metrics: Metrics,
  request: FastifyRequest,
  reply: FastifyReply,
  source: Source,
  from: number,
  meter: Meter,
): Promise<void> {
  const { raw } = reply
  raw.socket?.setTimeout(silenceMs)
  const progress: Progress = { given: from, left: from }
  const care = lookAfter(raw, progress, meter, (error) =>
    request.log.error({ err: error, requestId: request.id }, 'a running download could not be looked after'),
  )
  try {
    await give(raw, source, progress, (bytes) => metrics.count('sentBytes', bytes))
    raw.end()
    await eventOrClose(raw, 'finish')
    if (!raw.writableFinished) throw readerGone()
    progress.left = progress.given
    await care.saveAll()
  } catch (error) {
    logBroken(metrics, request, error)
    // Never padded, never ended as if whole: the length told beforehand shows the reader that it is not.
    raw.destroy()
    await care.saveAll().catch(() => {})
  } finally {
    care.stop()
    await source.rest.return?.()
    await meter.ended().catch(() => {})
  }
}

async function give(raw: Raw, { first, rest }: Source, progress: Progress, count: (bytes: number) => void): Promise<void> {
  let isQuick = false
  for (let next = first; !next.done; next = await rest.next()) {
    const [begunAt, begun] = [performance.now(), progress.given]
    const { pieces, release } = next.value
    const writes = isQuick ? [pieces] : pieces.map((piece) => [piece])
    for (const [index, each] of writes.entries()) {
      progress.given += writeTogether(raw, each, index === writes.length - 1 ? release : () => {})
      if (raw.writableNeedDrain) await eventOrClose(raw, 'drain')
      if (raw.destroyed) throw readerGone()
      // What still waits in our own buffer has not left.
      if (raw.writableLength === 0) progress.left = progress.given
    }
    count(progress.given - begun)
    isQuick = performance.now() - begunAt < quickMs
  }
}

/** In one call to the system; `taken` once that has all of it. After an error who knows who still looks at the bytes. */
function writeTogether(raw: Raw, pieces: readonly Buffer[], taken: () => void): number {
  let bytes = 0
  raw.cork()
  for (const [index, piece] of pieces.entries()) {
    raw.write(piece, (error) => {
      if (!error && index === pieces.length - 1) taken()
    })
    bytes += piece.length
  }
  raw.uncork()
  return bytes
}

/** Of what was given in one call the system tells nothing until all has left; how much of it still waits only the handle knows. */
const waitingBytes = (raw: Raw): number =>
  (raw.socket as { _handle?: { writeQueueSize?: number } } | null)?._handle?.writeQueueSize ?? raw.writableLength

/** Saves what has left, keeps the lease, and cuts the reader off when its link was closed or it takes next to nothing. */
function lookAfter(raw: Raw, progress: Progress, meter: Meter, report: (error: unknown) => void) {
  let saved = progress.left
  let looks = 0
  let waited = 0
  let [isSaved, working] = [false, Promise.resolve()]
  const save = async () => {
    const to = progress.left
    const waiting = waitingBytes(raw)
    if (to > saved || waiting <= waited - slowestBytes) [looks, waited] = [0, waiting]
    waited = Math.max(waited, waiting)
    if (to > saved) await meter.sent(saved, to)
    saved = to
  }
  const look = async () => {
    looks++
    await save()
    if (looks >= slowestLooks || !(await meter.mayGoOn())) raw.destroy()
  }
  const timer = setInterval(() => {
    working = working.then(() => (isSaved ? undefined : look())).catch(report)
  }, lookEveryMs)
  return {
    /** The last of it, empty ones too. */
    saveAll: async () => {
      isSaved = true
      await working
      if (progress.left === progress.given && progress.given === saved && raw.writableFinished) await meter.sent(saved, saved)
      else await save()
    },
    stop: () => clearInterval(timer),
  }
}

const readerGone = () => Object.assign(new Error('reader is gone'), { code: 'ECONNRESET' })

function logBroken(metrics: Metrics, request: FastifyRequest, error: unknown): void {
  const about = { err: error, requestId: request.id }
  if (isDamage(error)) {
    metrics.count('unreadableReads')
    request.log.error(about, 'stored bytes cannot be read: download broken off')
  } else if ((error as NodeJS.ErrnoException).code !== 'ECONNRESET') request.log.error(about, 'download broken off')
}

/** Leaves no listener behind: a long download waits a million times. */
const eventOrClose = (raw: Raw, event: 'drain' | 'finish'): Promise<void> =>
  new Promise((resolve) => {
    if (raw.destroyed) return resolve()
    const done = () => {
      raw.off(event, done).off('close', done)
      resolve()
    }
    raw.on(event, done).on('close', done)
  })
