/** What an upload does: asks for a plan, keeps it what its sender wants, sends its parts, and ends. */
import type { Problem } from '@sampan/contract/errors'
import type { UploadPlan } from '@sampan/contract/routes/uploads'
import { totalBytes as sumOf } from '@sampan/contract/rules/file-set'
import type { Api } from '../api.ts'
import { type Clock, systemClock } from '../clock.ts'
import { type Beat, createBeat } from './beat.ts'
import { blobCrc, type Crc } from './blob-crc.ts'
import { type CheckpointStore, createMemory, type Memory } from './checkpoint.ts'
import { asProblem } from './failure.ts'
import { createInterruptibleSleep, type InterruptibleSleep } from './interruptible-sleep.ts'
import { createPlanKeeper, type PlanKeeper } from './keep-plan.ts'
import type { Line } from './part-line.ts'
import { type Prepared, prepareUpload, type UploadWish } from './prepare-upload.ts'
import { createPublisher, type Publisher } from './publisher.ts'
import { retryInBackground } from './retry-in-background.ts'
import { createParts, type Parts } from './run-parts.ts'
import type { PartSender } from './send-part.ts'
import { sendPartByFetch } from './send-part-fetch.ts'
import { followPlan } from './sources.ts'
import { createSpeed, type Speed } from './speed.ts'
import { createTickets, type TicketRequest } from './ticket.ts'
import type { SourceFile, Upload, UploadSnapshot } from './upload.ts'
import {
  type Ending,
  isMoving,
  movedUpload,
  newUploadState,
  snapshotOf,
  type UploadMove,
  type UploadState,
} from './upload-state.ts'
import { createWaiters, type Waiters } from './waiters.ts'

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

/** These exist once the server has planned the upload. */
type Work = { prepared: Prepared; keeper: PlanKeeper; parts: Parts }
type Core = {
  options: UploadOptions
  line: Line
  speed: Speed
  memory: Memory
  sleep: InterruptibleSleep
  cancelling: AbortController
  planned: Waiters<UploadPlan>
  finished: Waiters<UploadPlan>
  state: UploadState
  work: Work | null
  /** What sends again what the server has lost of a whole one. */
  again: Upload | null
}
export type RunningUpload = Core & { publisher: Publisher<UploadSnapshot>; beat: Beat }

/** New files of a sent transfer are nothing that another sending could go on with. */
const ownerOf = ({ type, id }: TicketRequest, { forTransfer }: UploadWish): string =>
  [type, id, forTransfer?.slug].filter(Boolean).join(':')

function newCore(options: UploadOptions): Core {
  const { api, clock = systemClock, crc = (slice: Blob) => blobCrc(slice), sendPart = sendPartByFetch } = options
  const { ticketRequest, files, checkpoints } = options
  const cancelling = new AbortController()
  const tickets = createTickets(api, ticketRequest, clock, cancelling.signal)
  return {
    options,
    line: { api, tickets, sendPart, crc, clock },
    speed: createSpeed(),
    memory: createMemory(checkpoints, ownerOf(ticketRequest, options), files, clock.wall),
    sleep: createInterruptibleSleep(clock),
    cancelling,
    planned: createWaiters(),
    finished: createWaiters(),
    state: newUploadState(options),
    work: null,
    again: null,
  }
}

export function newRunningUpload(options: UploadOptions): RunningUpload {
  const core = newCore(options)
  const { clock } = core.line
  const publisher = createPublisher(clock, () => snapshotNow(core))
  // Speed falls and the time left grows while nothing moves, so both are looked at even then.
  const onBeat = () => {
    publisher.changed()
    keep(core)
  }
  return Object.assign(core, { publisher, beat: createBeat(clock, { onBeat, onWake: () => reconnect(core) }) })
}

/** Returns whether it changed anything. */
export function move(upload: Core, how: UploadMove): boolean {
  const before = upload.state
  upload.state = movedUpload(before, how)
  return upload.state !== before
}

export const heldOf = ({ state, work }: Core): Problem | null => state.refused ?? work?.keeper.held() ?? null
export const isSettled = ({ work }: Core): boolean => work?.keeper.isSettled() ?? false

function snapshotNow(upload: Core): UploadSnapshot {
  const { options, state, work, speed, line, again } = upload
  if (again) return again.snapshot()
  const progress = work?.prepared.progress
  const sentBytes = progress?.sentBytes() ?? 0
  const moves = isMoving(state)
  if (moves && progress) speed.sample(line.clock.now(), progress.lineBytes())
  const facts = {
    sentBytes,
    signsOfLife: progress?.signsOfLife() ?? 0,
    resumedBytes: work?.prepared.resumedBytes ?? 0,
    isTakenUp: work?.prepared.isTakenUp ?? null,
    isWhole: isSettled(upload) && (progress?.isComplete() ?? false),
    isAway: work?.parts.isAway() ?? false,
    isChecked: work?.parts.isChecked() ?? false,
    bytesPerSecond: moves ? speed.bytesPerSecond() : null,
    secondsLeft: moves ? speed.secondsLeft(sumOf(state.files) - (progress?.thereBytes() ?? 0)) : null,
    held: heldOf(upload),
  }
  return snapshotOf(state, facts, Boolean(options.uploadId))
}

function keep({ work, memory, line }: Core): void {
  if (work) memory.keep(work.prepared.plan.uploadId, line.clock.now())
}

export function hurry({ sleep, work }: Core): void {
  sleep.wake()
  work?.keeper.hurry()
  work?.parts.reconnect()
}
export function reconnect(upload: Core): void {
  upload.line.api.reconnect()
  hurry(upload)
}

export function startParts({ state, work }: Core): void {
  if (!state.isPaused) work?.parts.start()
}

export function finish(upload: RunningUpload, how: Ending): void {
  if (!move(upload, { type: 'ended', how })) return
  const { beat, work, memory, cancelling, publisher, planned, finished } = upload
  beat.stop()
  work?.parts.stop()
  if (how.phase !== 'complete') memory.release()
  // A ticket that is still being fetched is of no use any more.
  cancelling.abort(new DOMException('The upload has ended', 'AbortError'))
  publisher.publish()
  if (how.phase === 'complete') finished.resolve(work!.prepared.plan)
  else for (const each of [finished, planned]) each.reject(how.phase === 'failed' ? how.error : cancelling.signal.reason)
}
const fail = (upload: RunningUpload, error: unknown) => finish(upload, { phase: 'failed', error: asProblem(error) })

/** What is wanted and planned has changed: the work is set right by it. */
function onPlan(upload: RunningUpload): void {
  const { state, work, publisher } = upload
  if (!work || state.ending) return
  work.prepared.plan = work.keeper.plan()
  followPlan(work.prepared, work.prepared.plan, state.files)
  work.parts.follow()
  startParts(upload)
  publisher.changed()
}
function onRest(upload: RunningUpload): void {
  const { options, state, memory, publisher } = upload
  if (state.ending) return
  memory.follow(ownerOf(state.ticketRequest, options), state.files)
  keep(upload)
  reportPlanned(upload)
  startParts(upload)
  publisher.publish()
}
function reportPlanned(upload: Core): void {
  const refusal = heldOf(upload)
  if (refusal) upload.planned.reject(refusal)
  else if (isSettled(upload)) upload.planned.resolve(upload.work!.prepared.plan)
}

function workOn(upload: RunningUpload, prepared: Prepared): Work {
  const { line, cancelling, state, publisher } = upload
  const onFailure = (error: unknown) => fail(upload, error)
  const keeper = createPlanKeeper(
    { ...line, signal: cancelling.signal },
    { plan: prepared.plan, files: prepared.planned, sender: state.sender },
    { onPlan: () => onPlan(upload), onRest: () => onRest(upload), onFatal: onFailure },
  )
  const parts = createParts(prepared, line, {
    onChange: publisher.changed,
    onWarning(warning) {
      move(upload, { type: 'warned', warning })
      publisher.publish()
    },
    onAll() {
      if (upload.state.isOpen || !isSettled(upload)) publisher.publish()
      else finish(upload, { phase: 'complete' })
    },
    onFailure,
    keepsTrying: () => upload.state.isOpen,
  })
  return { prepared, keeper, parts }
}

function begin(upload: RunningUpload, prepared: Prepared, wanted: readonly SourceFile[]): void {
  const { state, publisher } = upload
  if (state.ending) return
  const work = workOn(upload, prepared)
  upload.work = work
  keep(upload)
  if (state.files !== wanted || prepared.planned !== wanted) work.keeper.want(state.files)
  reportPlanned(upload)
  if (prepared.isTakenUp) publisher.publish()
  else publisher.changed()
  startParts(upload)
}

async function prepare(upload: RunningUpload): Promise<void> {
  const { options, line, sleep, memory, publisher } = upload
  const { signal } = upload.cancelling
  const onWait = () => {
    move(upload, { type: 'awaited' })
    publisher.publish()
  }
  const once = async () => {
    const { files, isOpen, sender } = upload.state
    const wish = { ...options, files, isOpen, sender }
    return { prepared: await prepareUpload({ ...line, signal, onWait }, wish, memory), wanted: files }
  }
  const how = { isQuiet: () => upload.state.isOpen, sender: () => upload.state.sender, sleep, signal }
  const outcome = await retryInBackground(once, how)
  if ('value' in outcome) return begin(upload, outcome.value.prepared, outcome.value.wanted)
  move(upload, { type: 'refused', refused: outcome.refused })
  reportPlanned(upload)
  publisher.publish()
}

/** Begins, or asks again for what was refused. */
export function proceed(upload: RunningUpload): void {
  const { options, memory, state } = upload
  if (!move(upload, { type: 'proceeded', isBegun: upload.work !== null })) return
  memory.follow(ownerOf(state.ticketRequest, options), state.files)
  if (state.isPreparing || !upload.state.isPreparing) return
  prepare(upload)
    .catch((error) => fail(upload, error))
    .finally(() => move(upload, { type: 'prepared' }))
}
