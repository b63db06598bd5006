/** Publishes an upload at once and waits for its last byte, whichever page is shown; says which of both failed and tries again on demand. One runs at a time, others wait (Q25). */
import { type Sending as Lifecycle, type SendingStage, stageOf } from '@sampan/client/sending/sending'
import type { Upload } from '@sampan/client/upload/upload'
import { languageNow } from '../../../lib/i18n.ts'
import { nextShown, nothingShown } from '../../../product/sending/progress.ts'
import { notYet } from '../../../product/sending/upload-hooks.ts'
import type { KeptNotice } from '../form/cancel-kept.ts'
import type { Form, Sent } from '../form/form.ts'
import {
  type Berth,
  cardBerth,
  findSentFirst,
  forgetDraft,
  isCardFree,
  keepDraft,
  leaveDraft,
  sealDraft,
  unsealDraft,
} from '../form/kept-draft.ts'
import { rememberSent } from '../form/memory.ts'
import { concernsDraft } from '../form/problem-place.ts'
import { showCardUpload } from './draft-line.ts'
import { isLost } from './is-lost.ts'
import { keptOf } from './kept-words.ts'
import { isAnswerTo, type Published, publish } from './publish.ts'
import { nextQueue, type Queue, type QueueEvent, runningOf } from './queue.ts'
import {
  cancelUpload,
  discardUploadOf,
  forgetUpload,
  holdDraft,
  letDraftGo,
  sendUpload,
  uploadToSend,
} from './running-uploads.ts'
import { careFor } from './sending-care.ts'
import { bringToCard, reportEnded, type Sending, sendingState, showKept, showSendings } from './sending-state.ts'

/** One press of Send or of "Try again". */
type Run = {
  id: number
  berth: Berth
  /** What is told of it. */
  told: Sending
  /** Whoever logs in or out meanwhile changes nothing about whose transfer this is. */
  form: Form
  sentAs: string
  onSent: (() => void) | undefined
  /** Aborted by cancelling it, and by the next try. */
  page: AbortController
  /** What it failed at, if it has. */
  failedAt: SendingStage | null
  upload: Upload | null
  answer: Sent | null
  mayBeginAnew: boolean
}

const runs = new Map<number, Run>()
let queue: Queue = []
let lastId = 0

/** All that a transfer is but its files. */
const wordsOf = ({ account, sendAs, sender, message, chips, options }: Form): string =>
  JSON.stringify([account?._id ?? sender, sendAs, message, sendAs === 'email' ? chips.list : [], options])

function tell(): void {
  showSendings(queue.flatMap(({ id }) => runs.get(id)?.told ?? []))
  careFor(sendingState().sending)
}

function show(run: Run, change: Partial<Sending>): void {
  if (runs.get(run.id) !== run) return
  run.told = { ...run.told, ...change }
  tell()
}

/** Whatever has its turn by that begins. */
function on(event: QueueEvent): void {
  const before = runningOf(queue)
  queue = nextQueue(queue, event)
  tell()
  const now = runningOf(queue)
  const run = now === null || now === before ? null : runs.get(now)
  if (run) begin(run)
  if (now === null) letDraftGo()
}

function drop(run: Run): void {
  run.page.abort()
  if (runs.get(run.id) === run) runs.delete(run.id)
}

const isOfCard = ({ berth, form }: Run): boolean => sendingState().watched === form.files || cardBerth() === berth

function watch(run: Run, upload: Upload): void {
  run.upload = upload
  const look = () => {
    const snapshot = upload.snapshot()
    show(run, { upload, snapshot, shown: nextShown(run.told.shown, snapshot, performance.now()) })
  }
  run.page.signal.addEventListener('abort', upload.subscribe(look))
  look()
}

/** It is sent, also if it was cancelled too late. */
function finish(run: Run, upload: Upload, sent: Sent): void {
  const { form, berth, onSent } = run
  const isShownThere = isOfCard(run)
  drop(run)
  void upload.forget()
  forgetUpload(upload, berth)
  forgetDraft(berth, form)
  reportEnded({ form, sent }, isShownThere)
  on({ type: 'over', id: run.id })
  onSent?.()
  if (!form.account) rememberSent(form.sender)
}

function onAnswer(run: Run, answer: Published): void {
  run.answer = answer
  run.mayBeginAnew = false
  if (!run.page.signal.aborted) show(run, { sent: answer })
}

function onStep(run: Run, lifecycle: Lifecycle<Published>): void {
  run.failedAt = lifecycle.failure?.stage ?? null
  show(run, { stage: stageOf(lifecycle) })
}

async function send(run: Run): Promise<void> {
  const { form, sentAs } = run
  const { signal } = run.page
  const upload = await uploadToSend(form, sentAs, run.berth)
  signal.throwIfAborted()
  watch(run, upload)
  const asking = {
    sentAs,
    ask: async () => publish(form, upload.plan()!, languageNow()),
    isOurs: (reported: Published) => isAnswerTo(form, reported),
    onAnswer: (answer: Published) => onAnswer(run, answer),
    onStep: (lifecycle: Lifecycle<Published>) => onStep(run, lifecycle),
  }
  const sent = await sendUpload(upload, asking, signal)
  signal.throwIfAborted()
  finish(run, upload, sent)
}

/** What flowed before Send may be gone meanwhile: begun anew, without a word. */
async function sendOrAnew(run: Run): Promise<void> {
  try {
    await send(run)
  } catch (error) {
    if (run.page.signal.aborted || !run.mayBeginAnew || !isLost(error)) throw error
    run.mayBeginAnew = false
    forgetUpload(run.upload, run.berth)
    await send(run)
  }
}

/** A draft again, if the card has no other one. */
function giveBack(run: Run, kept: KeptNotice | null): void {
  const form: Form = { ...run.form, step: 'form' }
  drop(run)
  unsealDraft(run.berth)
  showCardUpload()
  if (bringToCard(form, kept)) return
  // The next card begins with it, and until then the dock says how long that can go on.
  keepDraft(form)
  if (kept) showKept(kept)
}

/** It can only be sent otherwise: its draft is changed in the card, as soon as that has no other one. */
function refuse(run: Run, problem: Error): void {
  if (!isCardFree()) {
    show(run, { failure: { stage: 'publishing', error: problem }, needsCard: true })
    on({ type: 'stopped', id: run.id })
    return
  }
  giveBack(run, null)
  reportEnded({ form: run.form, problem }, true)
  on({ type: 'over', id: run.id })
}

function fail(run: Run, error: unknown): void {
  // Cancelled, it is there again for the next try.
  if (run.page.signal.aborted) return
  if ((error as Error).name === 'AbortError') {
    drop(run)
    on({ type: 'over', id: run.id })
    return
  }
  if (isLost(error)) forgetUpload(run.upload, run.berth)
  if (concernsDraft(error)) {
    refuse(run, error)
    return
  }
  show(run, { failure: { stage: run.failedAt ?? 'uploading', error } })
  on({ type: 'stopped', id: run.id })
}

function begin(run: Run): void {
  holdDraft()
  findSentFirst(run.berth)
  void sendOrAnew(run).catch((error: unknown) => fail(run, error))
}

type Beginning = Pick<Run, 'id' | 'form' | 'berth' | 'onSent'> & { told?: Sending }

function enter({ id, form, berth, onSent, told }: Beginning): void {
  const fresh: Sending = {
    id,
    form,
    upload: null,
    snapshot: notYet,
    shown: nothingShown,
    sent: null,
    stage: 'uploading',
    failure: null,
    needsCard: false,
  }
  runs.set(id, {
    id,
    form,
    berth,
    onSent,
    told: told ? { ...told, stage: fresh.stage, failure: null } : fresh,
    sentAs: wordsOf(form),
    page: new AbortController(),
    failedAt: null,
    upload: null,
    answer: null,
    mayBeginAnew: true,
  })
}

/** Whether it runs, or waits for its turn. What is on its way already goes on. */
export function beginSending(form: Form, onSent?: () => void): 'runs' | 'waits' {
  if ([...runs.values()].some((run) => run.form.files === form.files)) return 'runs'
  const id = ++lastId
  enter({ id, form, onSent, berth: sealDraft(form) })
  showCardUpload()
  on({ type: 'sent', id })
  return runningOf(queue) === id ? 'runs' : 'waits'
}

const firstId = (): number => queue[0]?.id ?? 0

/** Whether it runs again, or waits for what was sent after it. */
export function retrySending(id = firstId()): 'runs' | 'waits' {
  const run = runs.get(id)
  if (!run) return 'waits'
  run.page.abort()
  enter(run)
  on({ type: 'again', id })
  return runningOf(queue) === id ? 'runs' : 'waits'
}

export const sendNext = (id: number): void => on({ type: 'next', id })

/** Whether the card could take the draft of it. */
export function changeInCard(id: number): boolean {
  const run = runs.get(id)
  if (!run || !isCardFree()) return false
  refuse(run, run.told.failure?.error as Error)
  return true
}

/** Cancelled too late: it arrives all the same. */
function showSent(run: Run): boolean {
  const { upload, answer } = run
  if (!upload || !answer) return false
  finish(run, upload, answer)
  return true
}

/** The card has its draft again; where another one stands in it, what has come is kept for the next, and what had only waited is gone. */
export function cancelSending(id = firstId()): void {
  const run = runs.get(id)
  if (!run) return
  const hasBegun = run.upload !== null || runningOf(queue) === id
  if (isCardFree()) giveBack(run, hasBegun ? keptOf(run.told, Date.now()) : null)
  else {
    drop(run)
    if (hasBegun) leaveDraft(run.berth)
    else {
      discardUploadOf(run.berth)
      forgetDraft(run.berth, run.form)
    }
  }
  if (run.upload) cancelUpload(run.upload, () => showSent(run))
  on({ type: 'over', id })
}
