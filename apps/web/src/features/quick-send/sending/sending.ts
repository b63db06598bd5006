/** Publishes the upload at once and waits for its last byte, whichever page is shown; says which of both failed and tries again on demand. */
import { type Sending as Lifecycle, type SendingStage, stageOf } from '@sampan/client/sending/sending'
import type { Upload } from '@sampan/client/upload/upload'
import { languageNow } from '../../../lib/i18n.ts'
import { nextShown, nothingShown } from '../../../product/sending/progress.ts'
import { notYet } from '../../../product/sending/upload-hooks.ts'
import type { Form, Sent } from '../form/form.ts'
import { forgetDraft, keepDraft } from '../form/kept-draft.ts'
import { rememberSent } from '../form/memory.ts'
import { concernsDraft } from '../form/problem-place.ts'
import { isLost } from './is-lost.ts'
import { keptOf } from './kept-words.ts'
import { isAnswerTo, type Published, publish } from './publish.ts'
import { cancelUpload, forgetUpload, sendUpload, uploadToSend } from './running-uploads.ts'
import { careFor } from './sending-care.ts'
import { type Ended, reportEnded, type Sending, sendingState, showKept, showSending } from './sending-state.ts'

/** One press of Send or of "Try again". */
type Run = {
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

let current: Run | null = null

/** All that a transfer is but its files. */
const wordsOf = ({ account, sendAs, sender, message, chips, options }: Form): string =>
  JSON.stringify([account?._id ?? sender, sendAs, message, sendAs === 'email' ? chips.list : [], options])

function show(run: Run, change: Partial<Sending>): void {
  const { sending } = sendingState()
  if (current !== run || !sending) return
  const now = { ...sending, ...change }
  showSending(now)
  careFor(now)
}

function stop(run: Run): void {
  run.page.abort()
  if (current !== run) return
  current = null
  showSending(null)
  careFor(null)
}

function end(run: Run, ended: Ended): void {
  stop(run)
  reportEnded(ended)
}

function watch(run: Run, upload: Upload): void {
  run.upload = upload
  const look = () => {
    const snapshot = upload.snapshot()
    const shown = sendingState().sending?.shown ?? nothingShown
    show(run, { upload, snapshot, shown: nextShown(shown, snapshot, performance.now()) })
  }
  run.page.signal.addEventListener('abort', upload.subscribe(look))
  look()
}

function finish({ form, onSent }: Run, upload: Upload): void {
  void upload.forget()
  forgetUpload(upload)
  forgetDraft(form)
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
  const upload = await uploadToSend(form, sentAs)
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
  finish(run, upload)
  end(run, { form, sent })
}

/** What flowed before Send may be gone meanwhile: begun anew, without a word. */
async function sendOrAnew(run: Run): Promise<void> {
  try {
    await send(run)
  } catch (error) {
    if (run.page.signal.aborted || !run.mayBeginAnew || !isLost(error)) throw error
    run.mayBeginAnew = false
    forgetUpload(run.upload)
    await send(run)
  }
}

function fail(run: Run, error: unknown): void {
  // Cancelled, it is there again for the next try.
  if (run.page.signal.aborted) return
  if ((error as Error).name === 'AbortError') {
    stop(run)
    return
  }
  if (isLost(error)) forgetUpload(run.upload)
  if (concernsDraft(error)) end(run, { form: run.form, problem: error })
  else show(run, { failure: { stage: run.failedAt ?? 'uploading', error } })
}

function start(form: Form, onSent: Run['onSent'], before: Sending | null): void {
  const page = new AbortController()
  const run: Run = {
    form,
    sentAs: wordsOf(form),
    onSent,
    page,
    failedAt: null,
    upload: null,
    answer: null,
    mayBeginAnew: true,
  }
  current = run
  const fresh: Sending = {
    form,
    upload: null,
    snapshot: notYet,
    shown: nothingShown,
    sent: null,
    stage: 'uploading',
    failure: null,
  }
  const sending = { ...(before ?? fresh), stage: fresh.stage, failure: null }
  showSending(sending)
  careFor(sending)
  void sendOrAnew(run).catch((error: unknown) => fail(run, error))
}

/** One at a time: what is on its way goes on. */
export function beginSending(form: Form, onSent?: () => void): void {
  if (!current) start(form, onSent, null)
}

export function retrySending(): void {
  if (!current) return
  const { form, onSent, page } = current
  page.abort()
  start(form, onSent, sendingState().sending)
}

/** Cancelled too late: it arrives all the same. */
function showSent(run: Run): boolean {
  const { upload, answer, form } = run
  if (!upload || !answer) return false
  finish(run, upload)
  end(run, { form, sent: answer })
  return true
}

export function cancelSending(): void {
  const run = current
  if (!run) return
  stop(run)
  if (run.upload) cancelUpload(run.upload, () => showSent(run))
}

/** Where its card is not there: the next one begins with the draft, and until then the dock says how long that can go on. */
export function cancelWithoutCard(): void {
  const { sending } = sendingState()
  if (!sending) return
  cancelSending()
  keepDraft({ ...sending.form, step: 'form' })
  showKept(keptOf(sending, Date.now()))
}
