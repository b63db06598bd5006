/** The upload engine: one attempt to bring a set of files to the server, with pause, resume and honest progress. */
import type { Problem } from '@sampan/contract/errors'
import type { UploadPlan } from '@sampan/contract/routes/uploads'
import { totalBytes as sumOf } from '@sampan/contract/rules/file-set'
import type { Api } from '../api.ts'
import { type Clock, systemClock } from '../clock.ts'
import { blobCrc, type Crc } from './blob-crc.ts'
import { asProblem } from './failure.ts'
import { type Prepared, prepareUpload, type UploadWish } from './prepare-upload.ts'
import { createPublisher } from './publisher.ts'
import { createParts, type Parts, type Warning } from './run-parts.ts'
import type { PartSender } from './send-part.ts'
import { sendPartByFetch } from './send-part-fetch.ts'
import { createSpeed } from './speed.ts'
import { createTickets, type TicketRequest } from './ticket.ts'
import type { Upload, UploadPhase, UploadSnapshot } from './upload.ts'

/** `sendPart` and `crc` come from browserTools() or nodeTools(). */
export type UploadOptions = UploadWish & {
  api: Api
  ticketRequest: TicketRequest
  sendPart?: PartSender
  crc?: Crc
  clock?: Clock
}
type Ending = { phase: 'complete' } | { phase: 'failed'; error: Problem } | { phase: 'cancelled' }

const beatMs = 1000

/** Starts at once. */
export function startUpload(options: UploadOptions): Upload {
  const { api, clock = systemClock, crc = (slice) => blobCrc(slice), sendPart = sendPartByFetch } = options
  const totalBytes = sumOf(options.files)
  const speed = createSpeed()
  const cancelling = new AbortController()
  const tickets = createTickets(api, options.ticketRequest, clock, cancelling.signal)
  let prepared: Prepared | null = null
  let parts: Parts | null = null
  let isPaused = false
  let ending: Ending | null = null
  let warning: Warning | null = null
  let settle: { resolve: (plan: UploadPlan) => void; reject: (error: unknown) => void }
  const done = new Promise<UploadPlan>((resolve, reject) => {
    settle = { resolve, reject }
  })
  // Whoever only watches the snapshot must not be punished for not waiting.
  done.catch(() => {})

  const phase = (sentBytes: number): UploadPhase => ending?.phase ?? (isPaused ? 'paused' : sentBytes > 0 ? 'sending' : 'warming')

  function build(): UploadSnapshot {
    const sentBytes = prepared?.progress.sentBytes() ?? 0
    const isMoving = !ending && !isPaused
    if (isMoving && parts) speed.sample(clock.now(), sentBytes)
    return {
      phase: phase(sentBytes),
      sentBytes,
      totalBytes,
      bytesPerSecond: isMoving ? speed.bytesPerSecond() : null,
      secondsLeft: isMoving ? speed.secondsLeft(totalBytes - sentBytes) : null,
      warning: isMoving || ending?.phase === 'failed' ? (warning?.kind ?? null) : null,
      error: ending?.phase === 'failed' ? ending.error : null,
      lockedFile: warning?.path ?? null,
    }
  }
  const publisher = createPublisher(clock, build)

  /** Speed falls and the time left grows while nothing moves, so both are looked at even then. */
  function beat(): void {
    if (ending || isPaused) return
    publisher.changed()
    callOffBeat = clock.after(beatMs, beat)
  }
  let callOffBeat = () => {}

  function finish(how: Ending): void {
    if (ending) return
    ending = how
    callOffBeat()
    parts?.stop()
    // A ticket that is still being fetched is of no use any more.
    cancelling.abort(new DOMException('The upload has ended', 'AbortError'))
    publisher.publish()
    if (how.phase === 'complete') settle.resolve(prepared!.plan)
    else settle.reject(how.phase === 'failed' ? how.error : cancelling.signal.reason)
  }
  const fail = (error: unknown) => finish({ phase: 'failed', error: asProblem(error) })

  function onWarning(next: Warning | null): void {
    warning = next
    publisher.publish()
  }
  function begin(found: Prepared): void {
    if (ending) return
    prepared = found
    const hooks = { onChange: publisher.changed, onWarning, onAll: () => finish({ phase: 'complete' }), onFailure: fail }
    parts = createParts(found, { api, tickets, sendPart, crc, clock }, hooks)
    publisher.changed()
    if (!isPaused) parts.start()
  }
  prepareUpload(api, tickets, options, cancelling.signal).then(begin).catch(fail)
  beat()

  return {
    subscribe: publisher.subscribe,
    snapshot: publisher.snapshot,
    fileSentBytes: (path) => prepared?.progress.fileSentBytes(path) ?? 0,
    plan: () => prepared?.plan ?? null,
    pause() {
      if (ending || isPaused) return
      isPaused = true
      callOffBeat()
      parts?.stop()
      publisher.publish()
    },
    resume() {
      if (ending || !isPaused) return
      isPaused = false
      speed.restart()
      parts?.start()
      beat()
      publisher.publish()
    },
    cancel: () => finish({ phase: 'cancelled' }),
    done,
  }
}
