/** Keeps the right number of parts on their way until all have arrived or one has failed for good (U2, U3). */
import { Problem } from '@sampan/contract/errors'
import { parts } from '@sampan/contract/limits'
import { NetworkError } from '../network-error.ts'
import { catchUp } from './catch-up.ts'
import { asProblem, partFailure } from './failure.ts'
import { createFlightLimit } from './flight-limit.ts'
import { createTurns, type Hand } from './hands.ts'
import { createLifeline } from './lifeline.ts'
import { attemptPart, type Line } from './part-attempts.ts'
import { askedWaitMs, isBeingChecked, speaksOfLine, verdictOn, type Warning, waitMsBefore, warningOf } from './part-verdict.ts'
import { askServer, everything, type Prepared } from './prepare-upload.ts'
import { bytesIn, intersect, minus, type Range } from './ranges.ts'
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
  /** The latter. */
  isChecked(): boolean
  /** The line may be another one now: asks at once, and gives up what does not move any more. */
  reconnect(): void
  /** Files were added or taken out: what is on its way of those that are gone is given up, and what is missing is sent. */
  follow(): void
}
/** After the line has changed, what has not moved for so long runs over the old one. */
const silentMs = 10_000
/** Between two tries of what failed for good, while nobody waits for it. */
const longWaitMs = 30_000

export function createParts(prepared: Prepared, line: Line, hooks: PartsHooks): Parts {
  const { sources, queue, sizes, progress } = prepared
  const { uploadId, parallel } = prepared.plan
  const { clock } = line
  const limit = createFlightLimit(parallel, prepared.roundTripMs)
  const hands = new Set<Hand>()
  let controller: AbortController | null = null
  let errorsInARow = 0
  let lastRequestId: string | null = null
  let isServerReading = false
  let warning: Warning | null = null
  const turns = createTurns({ hands, limit, clock, readsAhead: line.crc.isAside === true, errorsInARow: () => errorsInARow })

  function warn(next: Warning | null): void {
    warning = next
    hooks.onWarning(next)
  }
  function acknowledge(blob: number, ranges: readonly Range[]): void {
    progress.acknowledge(blob, ranges)
    if (warning?.blob === blob && bytesIn(intersect([warning.range], ranges)) > 0) warn(null)
  }

  async function isThere(signal: AbortSignal): Promise<boolean> {
    const isAnswered = await line.tickets.probe(signal)
    if (!isAnswered) isServerReading = false
    return isAnswered
  }
  const lifeline = createLifeline({
    clock,
    ask: isThere,
    onBack: lookAnew,
    onChange: () => hooks.onWarning(warning),
  })
  /** After an absence nothing is taken for granted: the server's list is the truth. */
  async function lookAnew(signal: AbortSignal): Promise<'ready' | { waitMs: number }> {
    try {
      const { received, state } = await askServer({ ...line, signal }, uploadId)
      const flying = [...hands].filter(({ isWaiting }) => !isWaiting).map(({ piece }) => piece)
      catchUp({ sources, queue, progress }, state === 'complete' ? everything(prepared.plan) : received, flying)
      errorsInARow = 0
      warn(null)
      isServerReading = false
      return 'ready'
    } catch (error) {
      isServerReading = isBeingChecked(error)
      if (verdictOn(error) === 'line' || verdictOn(error) === 'wait') return { waitMs: askedWaitMs(error) }
      throw error
    }
  }

  /** A file of it was taken out since. */
  const isCut = ({ blob, from, to }: Piece): boolean => bytesIn(intersect(rangesOf(sources[blob]!), [[from, to]])) < to - from
  function end(problem: Problem): void {
    stop()
    hooks.onFailure(problem)
  }
  function tryAgain(piece: Piece, error: unknown): void {
    const verdict = verdictOn(error)
    const keepsTrying = verdict === 'wait'
    const tried = { tries: piece.tries + (keepsTrying ? 0 : 1), delays: piece.delays + (keepsTrying ? 1 : 0) }
    const isTooLarge = error instanceof Problem && error.code === 'bodyTooLarge' && !sizes.refused(piece)
    const next = warningOf(error, piece, tried.tries + tried.delays)
    if (next) warn(next)
    if (tried.tries >= parts.attempts && !isTooLarge && verdict !== 'final' && hooks.keepsTrying?.()) {
      queue.putBack([{ ...piece, ...tried, tries: parts.attempts - 1, waitMs: longWaitMs }])
      return
    }
    if (tried.tries >= parts.attempts || isTooLarge || verdict === 'final') {
      end(partFailure(error, sources[piece.blob]!, [piece.from, piece.to], lastRequestId))
      return
    }
    if (speaksOfLine(error)) {
      errorsInARow++
      sizes.failed()
    }
    const attempt = tried.tries + 1
    queue.putBack([{ ...piece, ...tried, capBytes: sizes.capFor(piece, attempt), waitMs: waitMsBefore(attempt, error) }])
  }
  async function failed(hand: Hand, error: unknown, signal: AbortSignal): Promise<void> {
    const { piece } = hand
    // Not knowing is as good as not stored: sending again does no harm.
    if (isCut(piece)) return queue.putBack([piece])
    if (await isStored({ line, uploadId, sources, queue, acknowledge }, piece, error, signal).catch(() => false)) return
    const isChecked = isBeingChecked(error)
    if (!signal.aborted && (isChecked || verdictOn(error) === 'line')) {
      hand.isWaiting = true
      try {
        if (await lifeline.confirm(signal, isChecked)) return
      } catch (fatal) {
        if (!signal.aborted) return end(asProblem(fatal))
      }
      hand.isWaiting = false
    }
    if (signal.aborted || isCut(piece)) queue.putBack([piece])
    else tryAgain(piece, error)
  }

  async function attempt(hand: Hand, signal: AbortSignal): Promise<void> {
    const { piece } = hand
    const range: Range = [piece.from, piece.to]
    const flight = progress.begin(piece)
    const watch = {
      signal,
      mayLeave: () => turns.wait(hand, pump),
      onProgress: (loadedBytes: number) => {
        flight.loadedBytes = loadedBytes
        hand.movedAtMs = clock.now()
        hooks.onChange()
        if (loadedBytes < range[1] - range[0] || hand.leftAtMs !== null) return
        hand.leftAtMs = hand.movedAtMs
        pump()
      },
      onRequestId: (requestId: string) => {
        lastRequestId = requestId
      },
    }
    try {
      if (hand.isResting) pump()
      if (piece.waitMs > 0) await clock.sleep(piece.waitMs, signal)
      hand.isResting = false
      hand.movedAtMs = clock.now()
      const seconds = await attemptPart(line, { uploadId, source: sources[piece.blob]!, range }, watch)
      errorsInARow = 0
      if (hand.leftAtMs !== null) limit.answered(clock.now() - hand.leftAtMs)
      sizes.sent(piece.to - piece.from, seconds)
      acknowledge(piece.blob, [range])
    } finally {
      progress.end(flight)
    }
  }
  async function run(piece: Piece, signal: AbortSignal): Promise<void> {
    const own = new AbortController()
    const stopOwn = () => own.abort(signal.reason)
    const hand = turns.newHand(piece, piece.waitMs >= longWaitMs, (error) => own.abort(error))
    hands.add(hand)
    signal.addEventListener('abort', stopOwn, { once: true })
    await attempt(hand, own.signal).catch((error) => failed(hand, error, signal))
    signal.removeEventListener('abort', stopOwn)
    hands.delete(hand)
  }

  function pump(): void {
    if (!controller || lifeline.isAway()) return
    const { signal } = controller
    turns.letLeave()
    while (turns.mayTake()) {
      const piece = queue.take(sizes.bytesFor)
      if (!piece) break
      run(piece, signal).finally(() => {
        hooks.onChange()
        pump()
      })
    }
    if (hands.size > 0 || !queue.isEmpty() || !progress.isComplete()) return
    stop()
    hooks.onAll()
  }
  function stop(): void {
    const stopped = controller
    controller = null
    stopped?.abort(new DOMException('Stopped', 'AbortError'))
  }
  async function giveUpSilent(signal: AbortSignal): Promise<void> {
    await clock.sleep(silentMs, signal)
    for (const { movedAtMs, isWaiting, giveUp } of hands) {
      if (!isWaiting && clock.now() - movedAtMs >= silentMs) giveUp(new NetworkError('The line has changed'))
    }
  }
  return {
    start() {
      controller ??= new AbortController()
      pump()
    },
    stop,
    isAway: lifeline.isAway,
    isChecked: () => isServerReading,
    follow() {
      progress.follow()
      for (const { piece, giveUp } of hands) if (isCut(piece)) giveUp(new Error('Taken out'))
      if (warning && bytesIn(intersect(rangesOf(sources[warning.blob]!), [warning.range])) === 0) warn(null)
      const flying = (blob: number) =>
        [...hands].filter(({ piece }) => piece.blob === blob).map(({ piece }): Range => [piece.from, piece.to])
      queue.replace(
        sources.flatMap((source, blob) =>
          minus(rangesOf(source), [...progress.storedOf(blob), ...flying(blob)]).map((range) => newPiece(blob, range)),
        ),
      )
      if (controller) pump()
    },
    reconnect() {
      if (!controller) return
      if (lifeline.isAway()) return lifeline.hurry()
      giveUpSilent(controller.signal).catch(() => {})
    },
  }
}
