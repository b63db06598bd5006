/** Keeps the right number of parts on their way until all have arrived or one has failed for good (U2, U3). */
import { Problem } from '@sampan/contract/errors'
import { parts } from '@sampan/contract/limits'
import { parallelParts } from '@sampan/contract/rules/part-size'
import { isFinal, partFailure } from './failure.ts'
import { attemptPart, type Line } from './part-attempts.ts'
import type { Prepared } from './prepare-upload.ts'
import { bytesIn, intersect, type Range } from './ranges.ts'
import { FileLocked } from './read-part.ts'
import { isStored } from './stored-parts.ts'
import type { UploadWarning } from './upload.ts'
import type { Piece } from './work-queue.ts'

export type Warning = { kind: UploadWarning; path: string | null; blob: number; range: Range }
export type PartsHooks = {
  onChange(): void
  onWarning(warning: Warning | null): void
  onAll(): void
  onFailure(problem: Problem): void
}
export type Parts = { start(): void; stop(): void }

const longestWaitMs = 60_000

const waitMsBefore = (attempt: number, error: unknown): number => {
  const askedMs = error instanceof Problem ? Math.min((error.retryAfterSeconds ?? 0) * 1000, longestWaitMs) : 0
  return Math.max(askedMs, attempt >= parts.waitFromAttempt ? parts.waitMs : 0)
}

/** Locked files and old tickets are no reason to send less at once. */
const speaksOfLine = (error: unknown): boolean =>
  !(error instanceof FileLocked || (error instanceof Problem && error.code === 'ticketInvalid'))

const isWarned = (tries: number): boolean => (parts.warnAtAttempts as readonly number[]).includes(tries)

function warningOf(error: unknown, piece: Piece): Warning {
  const place = { blob: piece.blob, range: [piece.from, piece.to] as const }
  if (error instanceof FileLocked) return { kind: 'fileLocked', path: error.placed.file.path, ...place }
  return { kind: 'slowNetwork', path: null, ...place }
}

export function createParts({ plan, sources, queue, sizes, progress }: Prepared, line: Line, hooks: PartsHooks): Parts {
  let controller: AbortController | null = null
  let active = 0
  let errorsInARow = 0
  let lastRequestId: string | null = null
  let warning: Warning | null = null

  function warn(next: Warning | null): void {
    warning = next
    hooks.onWarning(next)
  }
  function acknowledge(blob: number, ranges: readonly Range[]): void {
    progress.acknowledge(blob, ranges)
    if (warning?.blob === blob && bytesIn(intersect([warning.range], ranges)) > 0) warn(null)
  }

  function giveUp(piece: Piece, error: unknown): void {
    stop()
    hooks.onFailure(partFailure(error, sources[piece.blob]!, [piece.from, piece.to], lastRequestId))
  }
  function tryAgain(piece: Piece, error: unknown): void {
    const tries = piece.tries + 1
    const isTooLarge = error instanceof Problem && error.code === 'bodyTooLarge' && !sizes.refused(piece)
    if (isWarned(tries)) warn(warningOf(error, piece))
    if (tries >= parts.attempts || isTooLarge || isFinal(error)) {
      giveUp(piece, error)
      return
    }
    if (speaksOfLine(error)) {
      errorsInARow++
      sizes.failed()
    }
    queue.putBack([{ ...piece, tries, capBytes: sizes.capFor(piece, tries + 1), waitMs: waitMsBefore(tries + 1, error) }])
  }
  async function failed(piece: Piece, error: unknown, signal: AbortSignal): Promise<void> {
    // Not knowing is as good as not stored: sending again does no harm.
    if (await isStored({ line, plan, queue, acknowledge }, piece, error, signal).catch(() => false)) return
    if (signal.aborted) queue.putBack([piece])
    else tryAgain(piece, error)
  }

  async function run(piece: Piece, signal: AbortSignal): Promise<void> {
    const flight = progress.begin(piece)
    const range: Range = [piece.from, piece.to]
    const watch = {
      signal,
      onProgress: (loadedBytes: number) => {
        flight.loadedBytes = loadedBytes
        hooks.onChange()
      },
      onRequestId: (requestId: string) => {
        lastRequestId = requestId
      },
    }
    try {
      if (piece.waitMs > 0) await line.clock.sleep(piece.waitMs, signal)
      const seconds = await attemptPart(line, { uploadId: plan.uploadId, source: sources[piece.blob]!, range }, watch)
      errorsInARow = 0
      sizes.sent(piece.to - piece.from, seconds)
      acknowledge(piece.blob, [range])
    } catch (error) {
      await failed(piece, error, signal)
    }
    progress.end(flight)
  }

  function pump(): void {
    if (!controller) return
    const { signal } = controller
    while (active < Math.min(Math.max(1, plan.parallel), parallelParts(errorsInARow))) {
      const piece = queue.take(sizes.bytesFor)
      if (!piece) break
      active++
      run(piece, signal).finally(() => {
        active--
        hooks.onChange()
        pump()
      })
    }
    if (active > 0 || !queue.isEmpty() || !progress.isComplete()) return
    stop()
    hooks.onAll()
  }
  function stop(): void {
    const stopped = controller
    controller = null
    stopped?.abort(new DOMException('Stopped', 'AbortError'))
  }
  return {
    start() {
      controller ??= new AbortController()
      pump()
    },
    stop,
  }
}
