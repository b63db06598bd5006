/** The upload engine: one attempt to bring a set of files to the server, with pause, resume and honest progress. */
import type { Problem } from '@sampan/contract/errors'
import type { UploadPlan } from '@sampan/contract/routes/uploads'
import { totalBytes as sumOf } from '@sampan/contract/rules/file-set'
import type { Api } from '../api.ts'
import { type Clock, systemClock } from '../clock.ts'
import { createBeat } from './beat.ts'
import { blobCrc, type Crc } from './blob-crc.ts'
import { type CheckpointStore, createMemory } from './checkpoint.ts'
import { discardOnServer } from './discard.ts'
import { asProblem } from './failure.ts'
import { createPlanKeeper, type PlanKeeper } from './keep-plan.ts'
import { createNap } from './nap.ts'
import type { Warning } from './part-verdict.ts'
import { type Prepared, prepareUpload, type UploadWish } from './prepare-upload.ts'
import { createPublisher } from './publisher.ts'
import { quietly } from './quietly.ts'
import { createParts, type Parts } from './run-parts.ts'
import type { PartSender } from './send-part.ts'
import { sendPartByFetch } from './send-part-fetch.ts'
import { followPlan } from './sources.ts'
import { createSpeed } from './speed.ts'
import { createTickets, type TicketRequest } from './ticket.ts'
import type { SourceFile, Upload, UploadPhase, UploadSnapshot, UploadWarning } from './upload.ts'
import { createWaiters } from './waiters.ts'

/** `sendPart` and `crc` come from browserTools() or nodeTools(). */
export type UploadOptions = UploadWish & {
  api: Api
  ticketRequest: TicketRequest
  /** Finds an interrupted upload of these files by itself, and keeps this one to be found. */
  checkpoints?: CheckpointStore | undefined
  /** Files come and go until it is sealed. Nobody waits for it: what goes wrong is tried again, quietly, or held. */
  isOpen?: boolean | undefined
  sendPart?: PartSender
  crc?: Crc
  clock?: Clock
}
type Ending = { phase: 'complete' } | { phase: 'failed'; error: Problem } | { phase: 'cancelled' }

/** New files of a sent transfer are nothing that another sending could go on with. */
const ownerOf = ({ type, id }: TicketRequest, { forTransfer }: UploadWish): string =>
  [type, id, forTransfer?.slug].filter(Boolean).join(':')

/** Starts at once. */
export function startUpload(options: UploadOptions): Upload {
  const { api, clock = systemClock, crc = (slice) => blobCrc(slice), sendPart = sendPartByFetch } = options
  const speed = createSpeed()
  const cancelling = new AbortController()
  const { signal } = cancelling
  const tickets = createTickets(api, options.ticketRequest, clock, signal)
  const memory = createMemory(options.checkpoints, ownerOf(options.ticketRequest, options), options.files, clock.wall)
  const nap = createNap(clock)
  let { ticketRequest, files, sender, isOpen = false } = options
  let prepared: Prepared | null = null
  let keeper: PlanKeeper | null = null
  let parts: Parts | null = null
  let isPreparing = false
  let refused: Problem | null = null
  let isPaused = false
  let isAwaited = false
  let ending: Ending | null = null
  let warning: Warning | null = null
  let again: Upload | null = null
  const waiters = createWaiters<UploadPlan>()
  const finished = createWaiters<UploadPlan>()
  const done = finished.wait()
  // Whoever only watches the snapshot must not be punished for not waiting.
  done.catch(() => {})

  const held = (): Problem | null => refused ?? keeper?.held() ?? null
  const isSettled = (): boolean => keeper?.isSettled() ?? false
  const isWhole = (): boolean => isSettled() && (prepared?.progress.isComplete() ?? false)

  function phase(sentBytes: number): UploadPhase {
    if (ending) return ending.phase
    if (isPaused) return 'paused'
    if (parts?.isAway()) return 'waiting'
    if (isOpen && isWhole()) return 'ready'
    if (sentBytes > (prepared?.resumedBytes ?? 0)) return 'sending'
    const isResuming = prepared ? prepared.isTakenUp : isAwaited
    return isResuming || options.uploadId ? 'resuming' : 'warming'
  }
  function warningNow(): UploadWarning | null {
    if (ending || !parts?.isAway()) return warning?.kind ?? null
    return parts.isChecked() ? 'serverChecking' : 'serverAway'
  }

  function build(): UploadSnapshot {
    if (again) return again.snapshot()
    const sentBytes = prepared?.progress.sentBytes() ?? 0
    const totalBytes = sumOf(files)
    const isMoving = !ending && !isPaused
    if (isMoving && parts) speed.sample(clock.now(), prepared?.progress.lineBytes() ?? 0)
    return {
      phase: phase(sentBytes),
      sentBytes,
      signsOfLife: prepared?.progress.signsOfLife() ?? 0,
      totalBytes,
      resumedBytes: prepared?.resumedBytes ?? 0,
      bytesPerSecond: isMoving ? speed.bytesPerSecond() : null,
      secondsLeft: isMoving ? speed.secondsLeft(totalBytes - (prepared?.progress.thereBytes() ?? 0)) : null,
      warning: isMoving || ending?.phase === 'failed' ? warningNow() : null,
      error: ending?.phase === 'failed' ? ending.error : null,
      lockedFile: warning?.path ?? null,
      held: ending ? null : held(),
    }
  }
  const publisher = createPublisher(clock, build)

  const keep = () => prepared && memory.keep(prepared.plan.uploadId, clock.now())
  // Speed falls and the time left grows while nothing moves, so both are looked at even then.
  const onBeat = () => {
    publisher.changed()
    keep()
  }
  const beat = createBeat(clock, { onBeat, onWake: reconnect })

  function hurry(): void {
    nap.wake()
    keeper?.hurry()
    parts?.reconnect()
  }
  function reconnect(): void {
    api.reconnect()
    hurry()
  }
  function finish(how: Ending): void {
    if (ending) return
    ending = how
    beat.stop()
    parts?.stop()
    if (how.phase !== 'complete') memory.release()
    // A ticket that is still being fetched is of no use any more.
    cancelling.abort(new DOMException('The upload has ended', 'AbortError'))
    publisher.publish()
    if (how.phase === 'complete') finished.resolve(prepared!.plan)
    else for (const each of [finished, waiters]) each.reject(how.phase === 'failed' ? how.error : signal.reason)
  }
  const fail = (error: unknown) => finish({ phase: 'failed', error: asProblem(error) })

  function onWarning(next: Warning | null): void {
    warning = next
    publisher.publish()
  }
  function onAll(): void {
    if (isOpen || !isSettled()) publisher.publish()
    else finish({ phase: 'complete' })
  }
  /** What is wanted and planned has changed: the work is set right by it. */
  function onPlan(): void {
    if (!prepared || !keeper || ending) return
    prepared.plan = keeper.plan()
    followPlan(prepared, prepared.plan, files)
    parts?.follow()
    if (!isPaused) parts?.start()
    publisher.changed()
  }
  function onRest(): void {
    if (ending) return
    memory.follow(ownerOf(ticketRequest, options), files)
    keep()
    reportPlanned()
    if (!isPaused) parts?.start()
    publisher.publish()
  }
  function reportPlanned(): void {
    const refusal = held()
    if (refusal) waiters.reject(refusal)
    else if (isSettled()) waiters.resolve(prepared!.plan)
  }

  function begin({ found, wanted }: { found: Prepared; wanted: readonly SourceFile[] }): void {
    if (ending) return
    prepared = found
    const hooks = { onPlan, onRest, onFatal: fail }
    keeper = createPlanKeeper({ api, tickets, clock, signal }, { plan: found.plan, files: found.planned, sender }, hooks)
    keep()
    const partHooks = { onChange: publisher.changed, onWarning, onAll, onFailure: fail, keepsTrying: () => isOpen }
    parts = createParts(found, { api, tickets, sendPart, crc, clock }, partHooks)
    if (files !== wanted || found.planned !== wanted) keeper.want(files)
    reportPlanned()
    if (found.isTakenUp) publisher.publish()
    else publisher.changed()
    if (!isPaused) parts.start()
  }
  function onWait(): void {
    isAwaited = true
    publisher.publish()
  }
  async function prepare(): Promise<void> {
    const means = { api, tickets, clock, signal, onWait }
    const once = async () => {
      const wanted = files
      return { found: await prepareUpload(means, { ...options, files: wanted, isOpen, sender }, memory), wanted }
    }
    const outcome = await quietly(once, { isQuiet: () => isOpen, sender: () => sender, nap, signal })
    if ('value' in outcome) return begin(outcome.value)
    refused = outcome.refused
    reportPlanned()
    publisher.publish()
  }
  /** Begins, or asks again for what was refused. */
  function proceed(): void {
    if (ending) return
    refused = null
    memory.follow(ownerOf(ticketRequest, options), files)
    if (prepared || isPreparing || (isOpen && files.length === 0)) return
    isPreparing = true
    prepare()
      .catch(fail)
      .finally(() => {
        isPreparing = false
      })
  }
  proceed()
  beat.start()

  return {
    subscribe: publisher.subscribe,
    snapshot: publisher.snapshot,
    fileSentBytes: (path) => prepared?.progress.fileSentBytes(path) ?? 0,
    plan: () => prepared?.plan ?? null,
    setFiles(next) {
      if (ending || !isOpen || next === files) return
      files = next
      if (keeper) keeper.want(files)
      else proceed()
      publisher.changed()
    },
    seal(how = {}) {
      if (ending) return
      isOpen = false
      sender = how.sender ?? sender
      proceed()
      keeper?.askAgain(sender)
      hurry()
      if (!isPaused) parts?.start()
      publisher.publish()
    },
    reopen() {
      if (ending) return
      isOpen = true
      publisher.publish()
    },
    async planned() {
      if (ending && ending.phase !== 'complete') throw ending.phase === 'failed' ? ending.error : signal.reason
      if (isSettled()) return prepared!.plan
      if (held()) throw held()
      return waiters.wait()
    },
    follow(next) {
      ticketRequest = next
      tickets.follow(next)
      proceed()
      keeper?.askAgain()
    },
    async discard() {
      const { plan } = prepared ?? {}
      finish({ phase: 'cancelled' })
      await memory.forget()
      if (plan) await discardOnServer(api, ticketRequest, clock, plan.uploadId)
    },
    pause() {
      if (again) return again.pause()
      if (ending || isPaused) return
      isPaused = true
      beat.stop()
      parts?.stop()
      publisher.publish()
    },
    resume() {
      if (again) return again.resume()
      if (ending || !isPaused) return
      isPaused = false
      speed.restart()
      parts?.start()
      beat.start()
      publisher.publish()
    },
    cancel() {
      again?.cancel()
      finish({ phase: 'cancelled' })
    },
    reconnect: () => (again ? again.reconnect() : reconnect()),
    recheck() {
      if (ending?.phase !== 'complete') return done
      if (again?.snapshot().phase !== 'complete' && again) return again.done
      const { uploadId } = prepared!.plan
      const published = { uploadId, isOpen: false, isPublished: true, checkpoints: undefined }
      again = startUpload({ ...options, ticketRequest, files, ...published })
      again.subscribe(publisher.publish)
      publisher.publish()
      return again.done
    },
    forget: memory.forget,
    done,
  }
}
