/** Keeps the right number of parts on their way until all have arrived or one has failed for good (U2, U3). */
import type { Problem } from '@sampan/contract/errors'
import { NetworkError } from '../network-error.ts'
import { catchUp } from './catch-up.ts'
import { createDirectWay, type DirectWay } from './direct-way.ts'
import { asProblem, partFailure } from './failure.ts'
import { createFlightLimit, type FlightLimit } from './flight-limit.ts'
import { createLifeline, type Lifeline } from './lifeline.ts'
import { attemptPart } from './part-attempts.ts'
import type { Line } from './part-line.ts'
import { askedWaitMs, isBeingChecked, speaksOfLine, verdictOn, type Warning, warningOf } from './part-verdict.ts'
import {
  afterFailure,
  failedOnce,
  isHealed,
  isSizeRefused,
  longWaitMs,
  movedParts,
  newPartsState,
  type PartsMove,
  type PartsState,
  rested,
  waiting,
} from './parts-state.ts'
import { askServer, everything, type Prepared } from './prepare-upload.ts'
import { bytesIn, intersect, minus, type Range } from './ranges.ts'
import { createScheduler, type PartInFlight, type Scheduler } from './scheduler.ts'
import { rangesOf } from './sources.ts'
import { isStored } from './stored-parts.ts'
import { newPiece, type Piece } from './work-queue.ts'

export type PartsHooks = {
  onChange(): void
  onWarning(warning: Warning | null): void
  onAll(): void
  onFailure(problem: Problem): void
  /** Nobody waits for it yet: what has failed for good is tried again now and then. */
  keepsTrying?(): boolean
}
export type Parts = {
  start(): void
  stop(): void
  /** Nobody answers, or the server still reads what it has. */
  isAway(): boolean
  /** The server still reads what it has. */
  isChecked(): boolean
  /** The line may be another one now: asks at once, and gives up what does not move any more. */
  reconnect(): void
  /** Files were added or taken out: what is on its way of those that are gone is given up, and what is missing is sent. */
  follow(): void
}
/** After the line has changed, what has not moved for so long runs over the old one. */
const silentMs = 10_000

type Core = {
  prepared: Prepared
  uploadId: string
  line: Line
  hooks: PartsHooks
  limit: FlightLimit
  way: DirectWay
  inFlight: Set<PartInFlight>
  state: PartsState
  /** Ends the parts that are being sent; null while none are. */
  controller: AbortController | null
}
type RunningParts = Core & { scheduler: Scheduler; lifeline: Lifeline }

export function createParts(prepared: Prepared, line: Line, hooks: PartsHooks): Parts {
  const { uploadId, parallel } = prepared.plan
  const limit = createFlightLimit(parallel, prepared.roundTripMs)
  const inFlight = new Set<PartInFlight>()
  const way = createDirectWay()
  const core: Core = { prepared, uploadId, line, hooks, limit, inFlight, way, state: newPartsState, controller: null }
  const { clock } = line
  const running = Object.assign(core, {
    scheduler: createScheduler({
      inFlight,
      limit,
      clock,
      readsAhead: line.crc.isAside === true,
      errorsInARow: () => core.state.errorsInARow,
    }),
    lifeline: createLifeline({
      clock,
      ask: (signal) => isThere(core, signal),
      onBack: (signal) => lookAnew(core, signal),
      onChange: () => hooks.onWarning(core.state.warning),
    }),
  })
  return {
    start() {
      running.controller ??= new AbortController()
      pump(running)
    },
    stop: () => stop(running),
    isAway: running.lifeline.isAway,
    isChecked: () => running.state.isServerReading,
    follow: () => follow(running),
    reconnect() {
      if (!running.controller) return
      if (running.lifeline.isAway()) return running.lifeline.hurry()
      giveUpSilent(running, running.controller.signal).catch(() => {})
    },
  }
}

function move(core: Core, how: PartsMove): void {
  core.state = movedParts(core.state, how)
}
function warn(core: Core, warning: Warning | null): void {
  move(core, { type: 'warned', warning })
  core.hooks.onWarning(warning)
}
function acknowledge(core: Core, blob: number, ranges: readonly Range[]): void {
  core.prepared.progress.acknowledge(blob, ranges)
  if (isHealed(core.state, blob, ranges)) warn(core, null)
}

async function isThere(core: Core, signal: AbortSignal): Promise<boolean> {
  const isAnswered = await core.line.tickets.probe(signal)
  if (!isAnswered) move(core, { type: 'silent' })
  return isAnswered
}
/** After an absence nothing is taken for granted: the server's list is the truth. */
async function lookAnew(core: Core, signal: AbortSignal): Promise<'ready' | { waitMs: number }> {
  const { prepared, line, uploadId, inFlight, hooks } = core
  try {
    const { received, state } = await askServer({ ...line, signal }, uploadId)
    const flying = [...inFlight].filter(({ isWaiting }) => !isWaiting).map(({ piece }) => piece)
    catchUp(prepared, state === 'complete' ? everything(prepared.plan) : received, flying)
    move(core, { type: 'lookedAnew' })
    hooks.onWarning(null)
    return 'ready'
  } catch (error) {
    move(core, { type: 'lookFailed', error })
    if (verdictOn(error) === 'line' || verdictOn(error) === 'wait') return { waitMs: askedWaitMs(error) }
    throw error
  }
}

/** Whether a file of this piece has been taken out since. */
const isCut = ({ prepared }: Core, { blob, from, to }: Piece): boolean =>
  bytesIn(intersect(rangesOf(prepared.sources[blob]!), [[from, to]])) < to - from

function end(core: Core, problem: Problem): void {
  stop(core)
  core.hooks.onFailure(problem)
}
function tryAgain(core: Core, piece: Piece, error: unknown): void {
  const { hooks, prepared } = core
  const { queue, sizes, sources } = prepared
  const isTooLarge = isSizeRefused(error) && !sizes.refused(piece)
  const tried = failedOnce(piece, error)
  const warning = warningOf(error, piece, tried.tries + tried.delays)
  if (warning) warn(core, warning)
  const next = afterFailure(tried, error, { isTooLarge, keepsTrying: hooks.keepsTrying?.() ?? false })
  if (next === 'end') end(core, partFailure(error, sources[piece.blob]!, [piece.from, piece.to], core.state.lastRequestId))
  else if (next === 'rest') queue.putBack([rested(tried)])
  else {
    if (speaksOfLine(error)) {
      move(core, { type: 'lineFailed' })
      sizes.failed()
    }
    queue.putBack([waiting(tried, error, sizes.capFor(piece, tried.tries + 1))])
  }
}

async function failed(running: RunningParts, part: PartInFlight, error: unknown, signal: AbortSignal): Promise<void> {
  const { prepared, line, uploadId, lifeline } = running
  const { sources, queue } = prepared
  const { piece } = part
  // Not knowing is as good as not stored: sending again does no harm.
  if (isCut(running, piece)) return queue.putBack([piece])
  const stored = {
    line,
    uploadId,
    sources,
    queue,
    acknowledge: (blob: number, ranges: readonly Range[]) => acknowledge(running, blob, ranges),
  }
  if (await isStored(stored, piece, error, signal).catch(() => false)) return
  const isChecked = isBeingChecked(error)
  if (!signal.aborted && (isChecked || verdictOn(error) === 'line')) {
    part.isWaiting = true
    try {
      if (await lifeline.confirm(signal, isChecked)) return
    } catch (fatal) {
      if (!signal.aborted) return end(running, asProblem(fatal))
    }
    part.isWaiting = false
  }
  if (signal.aborted || isCut(running, piece)) queue.putBack([piece])
  else tryAgain(running, piece, error)
}

async function attempt(running: RunningParts, part: PartInFlight, signal: AbortSignal): Promise<void> {
  const { prepared, line, uploadId, limit, scheduler, hooks, way } = running
  const { progress, sources, sizes, blobs } = prepared
  const { clock } = line
  const { piece } = part
  const range: Range = [piece.from, piece.to]
  const flight = progress.begin(piece)
  const watch = {
    signal,
    mayLeave: () => scheduler.wait(part, () => pump(running)),
    onProgress: (loadedBytes: number) => {
      flight.loadedBytes = loadedBytes
      part.movedAtMs = clock.now()
      hooks.onChange()
      if (loadedBytes < range[1] - range[0] || part.leftAtMs !== null) return
      part.leftAtMs = part.movedAtMs
      pump(running)
    },
    onRequestId: (requestId: string) => move(running, { type: 'answered', requestId }),
  }
  try {
    if (part.isResting) pump(running)
    if (piece.waitMs > 0) await clock.sleep(piece.waitMs, signal)
    part.isResting = false
    part.movedAtMs = clock.now()
    const isDirect = way.takes(blobs[piece.blob], range[1] - range[0])
    const seconds = await attemptPart(line, { uploadId, source: sources[piece.blob]!, range, way, isDirect }, watch)
    move(running, { type: 'stored' })
    if (part.leftAtMs !== null) limit.answered(clock.now() - part.leftAtMs)
    sizes.sent(piece.to - piece.from, seconds)
    acknowledge(running, piece.blob, [range])
  } finally {
    progress.end(flight)
  }
}
async function run(running: RunningParts, piece: Piece, signal: AbortSignal): Promise<void> {
  const { scheduler, inFlight } = running
  const own = new AbortController()
  const part = scheduler.newPart(piece, piece.waitMs >= longWaitMs, (error) => own.abort(error))
  inFlight.add(part)
  await attempt(running, part, own.signal).catch((error) => failed(running, part, error, signal))
  inFlight.delete(part)
}

function pump(running: RunningParts): void {
  const { prepared, controller, lifeline, scheduler, inFlight, hooks } = running
  const { queue, sizes, progress } = prepared
  if (!controller || lifeline.isAway()) return
  const { signal } = controller
  scheduler.letLeave()
  while (scheduler.mayTake()) {
    const piece = queue.take(sizes.bytesFor)
    if (!piece) break
    run(running, piece, signal).finally(() => {
      hooks.onChange()
      pump(running)
    })
  }
  if (inFlight.size > 0 || !queue.isEmpty() || !progress.isComplete()) return
  stop(running)
  hooks.onAll()
}
function stop(core: Core): void {
  const stopped = core.controller
  const reason = new DOMException('Stopped', 'AbortError')
  core.controller = null
  stopped?.abort(reason)
  for (const { giveUp } of core.inFlight) giveUp(reason)
}
async function giveUpSilent({ line: { clock }, inFlight }: Core, signal: AbortSignal): Promise<void> {
  await clock.sleep(silentMs, signal)
  for (const { movedAtMs, isWaiting, giveUp } of inFlight) {
    if (!isWaiting && clock.now() - movedAtMs >= silentMs) giveUp(new NetworkError('The line has changed'))
  }
}

function follow(running: RunningParts): void {
  const { prepared, inFlight, state } = running
  const { sources, queue, progress } = prepared
  progress.follow()
  for (const { piece, giveUp } of inFlight) if (isCut(running, piece)) giveUp(new Error('Taken out'))
  const { warning } = state
  if (warning && bytesIn(intersect(rangesOf(sources[warning.blob]!), [warning.range])) === 0) warn(running, null)
  const flying = (blob: number) =>
    [...inFlight].filter(({ piece }) => piece.blob === blob).map(({ piece }): Range => [piece.from, piece.to])
  queue.replace(
    sources.flatMap((source, blob) =>
      minus(rangesOf(source), [...progress.storedOf(blob), ...flying(blob)]).map((range) => newPiece(blob, range)),
    ),
  )
  if (running.controller) pump(running)
}
