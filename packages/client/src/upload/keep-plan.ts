/** Keeps the server's plan of an open upload what its sender has chosen: takes out and adds, in as few calls as there can be. */
import { Problem } from '@sampan/contract/errors'
import { listLots } from '@sampan/contract/limits'
import { addFiles, filesPerCall, fitRefusals, removeFiles, type UploadPlan } from '@sampan/contract/routes/uploads'
import type { Api } from '../api.ts'
import type { Clock } from '../clock.ts'
import { lotsOf } from '../lots.ts'
import { createInterruptibleSleep } from './interruptible-sleep.ts'
import { askedWaitMs } from './part-verdict.ts'
import { askServer, newFileOf } from './prepare-upload.ts'
import { type Tickets, withTicket } from './ticket.ts'
import type { SourceFile } from './upload.ts'

type Means = { api: Api; tickets: Tickets; clock: Clock; signal: AbortSignal }
type Hooks = {
  /** The plan, or what of it is wanted, is another one. */
  onPlan(): void
  /** Nothing is left to be told to the server; or `held` is. */
  onRest(): void
  onFatal(problem: Problem): void
}
export type PlanKeeper = {
  want(files: readonly SourceFile[]): void
  /** What was refused may be taken now: asks again. */
  askAgain(sender?: string): void
  /** The line is back. */
  hurry(): void
  /** The plan of the wanted files, without those that the server does not know yet. */
  plan(): UploadPlan
  isSettled(): boolean
  held(): Problem | null
}

/** Folders arrive in lots: what follows at once goes with them. */
const gatherMs = 150
const [firstPauseMs, longestPauseMs] = [1000, 30_000]

const fatalCodes: readonly string[] = ['uploadNotFound', 'uploadClosed', 'signedOut', 'notYours']
/** Nothing can be sent under this account for now, and only somebody can change that: it is said, not asked for again and again. */
const standing: readonly string[] = [
  ...['planUnpaid', 'accountSuspended', 'accountLeaving'],
  ...['teamUnpaid', 'teamSuspended', 'teamLeaving', 'seatPaused'],
]
const refusals: readonly string[] = ['invalidInput', ...fitRefusals, 'monthUsedUp', 'tooMuchWritten', ...standing]

/** fatal: this upload is no more. refused: something has to change first. later: nobody answers, or asks to wait. */
export function outcomeOf(error: unknown): 'fatal' | 'refused' | 'later' {
  if (!(error instanceof Problem)) return 'later'
  if (fatalCodes.includes(error.code)) return 'fatal'
  return refusals.includes(error.code) ? 'refused' : 'later'
}

export const pauseAfter = (error: unknown, failures: number): number =>
  Math.max(askedWaitMs(error), Math.min(longestPauseMs, firstPauseMs * 2 ** failures))

export function createPlanKeeper(
  means: Means,
  first: { plan: UploadPlan; files: readonly SourceFile[]; sender?: string | undefined },
  hooks: Hooks,
): PlanKeeper {
  const { api, tickets, clock, signal } = means
  const { uploadId } = first.plan
  const sleep = createInterruptibleSleep(clock)
  let plan = first.plan
  let wanted = new Map(first.files.map((file) => [file.path, file]))
  /** The files as the server knows them. Another file may have the same path and size, so files are compared as objects. */
  const known = new Map(wanted)
  /** Files that were asked for in a call whose answer may have been lost. */
  let asked: readonly SourceFile[] = []
  let { sender } = first
  let held: Problem | null = null
  let isRunning = false
  let isDoubtful = false

  const isLive = ({ path }: { path: string }): boolean => wanted.has(path) && wanted.get(path) === known.get(path)
  const surplus = () => plan.files.filter((file) => !isLive(file))
  const missing = () => [...wanted.values()].filter((file) => !isLive(file))
  const isSettled = () => surplus().length === 0 && missing().length === 0

  function setPlan(next: UploadPlan): void {
    for (const file of asked) known.set(file.path, file)
    asked = []
    plan = next
    hooks.onPlan()
  }
  async function lookAgain(): Promise<void> {
    const { received: _, state: __, ...now } = await askServer(means, uploadId)
    const there = new Set(now.files.map(({ path }) => path))
    asked = asked.filter(({ path }) => there.has(path))
    setPlan(now)
    isDoubtful = false
  }
  async function takeOut(fileIds: string[]): Promise<void> {
    const gone = new Set(fileIds)
    await withTicket(tickets, (ticket) => api.call(removeFiles, { params: { uploadId }, body: { fileIds }, ticket, signal }))
    for (const { path, fileId } of plan.files) if (gone.has(fileId)) known.delete(path)
    setPlan({ ...plan, files: plan.files.filter(({ fileId }) => !gone.has(fileId)) })
  }
  async function add(files: readonly SourceFile[]): Promise<void> {
    asked = files
    const body = { files: files.map(newFileOf), ...(sender && { sender }) }
    setPlan(await withTicket(tickets, (ticket) => api.call(addFiles, { params: { uploadId }, body, ticket, signal })))
  }
  async function change(): Promise<void> {
    await clock.sleep(gatherMs, signal)
    if (isDoubtful) await lookAgain()
    const [gone, more] = [surplus(), missing()]
    if (gone.length > 0) return takeOut(gone.slice(0, listLots.ids).map(({ fileId }) => fileId))
    if (more.length > 0) return add(lotsOf(more, tickets.lotBytes(), newFileOf)[0]!.slice(0, filesPerCall))
  }

  async function run(): Promise<void> {
    for (let failures = 0; !isSettled(); ) {
      const askedBy = sender
      try {
        await change()
        failures = 0
      } catch (error) {
        if (signal.aborted) return
        const outcome = outcomeOf(error)
        if (outcome === 'fatal') return hooks.onFatal(error as Problem)
        // Who sends became known meanwhile.
        if (outcome === 'refused' && sender !== askedBy) continue
        if (outcome === 'refused') {
          asked = []
          held = error as Problem
          return
        }
        isDoubtful = true
        await sleep.wait(pauseAfter(error, failures++), signal)
      }
    }
  }
  function settle(): void {
    held = null
    if (isRunning || isSettled()) return
    isRunning = true
    run()
      .catch(() => {})
      .finally(() => {
        isRunning = false
        if (!signal.aborted) hooks.onRest()
      })
  }

  return {
    want(files) {
      wanted = new Map(files.map((file) => [file.path, file]))
      hooks.onPlan()
      settle()
    },
    askAgain(nextSender) {
      sender = nextSender ?? sender
      sleep.wake()
      settle()
    },
    hurry: sleep.wake,
    plan: () => ({ ...plan, files: plan.files.filter(isLive) }),
    isSettled,
    held: () => held,
  }
}
