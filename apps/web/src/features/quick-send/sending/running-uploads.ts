/**
 * The upload of the draft: begins with its files, follows what is added and taken out, and is what sending publishes. A step back and
 * forth, or a second try, starts none anew.
 */
import { systemClock } from '@sampan/client/clock'
import { createSending, type RunningSending, type SendingActs } from '@sampan/client/sending/run-sending'
import { mayBePublished, type Sending } from '@sampan/client/sending/sending'
import { browserTools } from '@sampan/client/upload/browser'
import { startUpload } from '@sampan/client/upload/start-upload'
import type { TicketRequest } from '@sampan/client/upload/ticket'
import type { Upload } from '@sampan/client/upload/upload'
import { Problem } from '@sampan/contract/errors'
import { countFiles } from '@sampan/contract/rules/file-set'
import { asProblem } from '../../../lib/is-problem.ts'
import { checkpoints } from '../../../product/files/checkpoints.ts'
import { connectionType } from '../../../product/files/connection.ts'
import type { PickedFile } from '../../../product/files/picked-file.ts'
import { api } from '../../../product/session/api.ts'
import type { Form } from '../form/form.ts'
import { keepUpload } from '../form/kept-draft.ts'
import { cancelOnServer, type Published } from './publish.ts'
import { showDraft } from './sending-state.ts'

/** What is published is never begun anew: it may be whole by now, and a second transfer would go out. */
type Running = {
  upload: Upload
  files: PickedFile[]
  accountId: string | null
  sending: RunningSending<Published>
  /** Shows that it was sent although it was cancelled; null where that is not to be shown, or cannot be. */
  showSent: (() => boolean) | null
}
type Draft = Pick<Form, 'files' | 'account' | 'carried'>

/** One for the page, and in no provider: it goes on while its card is taken down and put up again elsewhere. */
let running: Running | null = null
/** An upload of an earlier visit is gone on with once. */
let carriedBefore: string | null = null
/** What is kept of these files belongs to another sending: the next upload begins without it. */
let isKeptOfOther = false
let following: Promise<void> = Promise.resolve()
const listeners = new Set<() => void>()

function become(next: Running | null): void {
  running = next
  showDraft(next && { upload: next.upload, fileCount: countFiles(next.files) })
  for (const listener of listeners) listener()
}

/** Of the draft that is being written. */
export const draftUpload = (): Upload | null => running?.upload ?? null
export function onDraftUpload(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

const ticketOf = (account: Draft['account']): TicketRequest =>
  account ? { id: account._id, type: 'userUpload' } : { id: 'home', type: 'anonUpload' }

const isSame = (one: readonly PickedFile[], other: readonly PickedFile[]): boolean =>
  one.length === other.length && one.every((file, index) => file === other[index])

/** It takes no other files any more, or goes on no more. */
function hasEnded({ upload, files }: Running, draft: Draft): boolean {
  const { phase } = upload.snapshot()
  return ['failed', 'cancelled'].includes(phase) || (phase === 'complete' && !isSame(files, draft.files))
}

/** Begun by a guest it goes on when that guest signs in; an account's is nobody else's. */
const isOf = ({ accountId }: Running, account: Draft['account']): boolean => accountId === null || accountId === account?._id

const stateOf = ({ sending }: Running): Sending<Published> => sending.state()
const isPublished = (known: Running): boolean => stateOf(known).server === 'published'

function keepInDraft(started: Running): void {
  let known = ''
  const look = () => {
    const uploadId = started.upload.plan()?.uploadId
    const isPublished = mayBePublished(stateOf(started))
    const now = `${uploadId} ${isPublished}`
    if (!uploadId || now === known || running !== started) return
    known = now
    keepUpload({ uploadId, isPublished })
  }
  started.upload.subscribe(look)
  started.sending.subscribe(look)
}

type GoingOn = { uploadId?: string | undefined; without?: readonly string[]; isPublished: boolean }

/** What an upload that has ended has brought over is not sent again, but for files that have taken another's place since. */
function goOnWith(draft: Draft): GoingOn {
  if (running && isOf(running, draft.account)) {
    const before = new Map(running.files.map((file) => [file.path, file]))
    const without = draft.files.filter((file) => (before.get(file.path) ?? file) !== file).map(({ path }) => path)
    return { uploadId: running.upload.plan()?.uploadId, without, isPublished: isPublished(running) }
  }
  const { carried } = draft
  if (!carried || carried.uploadId === carriedBefore) return { isPublished: false }
  carriedBefore = carried.uploadId
  return { ...carried }
}

function start(draft: Draft, sender?: string): Running {
  const { files, account } = draft
  const going = goOnWith(draft)
  const store = isKeptOfOther ? undefined : checkpoints
  isKeptOfOther = false
  const upload = startUpload({
    api,
    ticketRequest: ticketOf(account),
    files,
    sender,
    connection: connectionType(),
    ...going,
    isOpen: !going.isPublished,
    checkpoints: store,
    ...browserTools(),
  })
  const started: Running = {
    upload,
    files,
    accountId: account?._id ?? null,
    sending: createSending(systemClock, going.isPublished),
    showSent: null,
  }
  become(started)
  keepInDraft(started)
  return started
}

function giveUp(old: Running): void {
  if (running === old) become(null)
  keepUpload(null)
  void old.upload.discard()
}

/** An account's, after signing out: the server keeps it for that account. */
function leave(old: Running): void {
  if (running === old) become(null)
  old.upload.cancel()
}

/** Signs in: the same upload, with the account's rights. */
function handOver(known: Running, account: Draft['account']): void {
  if (!account || known.accountId === account._id) return
  known.accountId = account._id
  known.upload.follow(ticketOf(account))
}

/** Nothing may change while it is not known that the server has cancelled it. Throws where nobody answers. */
async function settleCancelling(known: Running): Promise<void> {
  if (stateOf(known).phase !== 'cancelling') return
  await known.sending.settle(async () => {
    const plan = known.upload.plan()
    return plan && cancelOnServer(plan.slug)
  })
  const { phase, isTooLate } = stateOf(known)
  if (phase !== 'cancelling' && isTooLate && !known.showSent?.()) known.showSent = null
}

async function followNow(draft: Draft): Promise<void> {
  if (running && !isOf(running, draft.account)) leave(running)
  if (running) await settleCancelling(running)
  if (draft.files.length === 0) return running ? giveUp(running) : undefined
  if (running && isPublished(running)) return
  if (!running || hasEnded(running, draft)) return void start(draft)
  handOver(running, draft.account)
  running.files = draft.files
  showDraft({ upload: running.upload, fileCount: countFiles(draft.files) })
  running.upload.reopen()
  running.upload.setFiles(draft.files)
}

/** Bytes flow from the drop (Q21). One after the other; what goes wrong is tried with the next change, or with Send. */
export function followDraft(draft: Draft): Promise<void> {
  following = following.then(() => followNow(draft)).catch(() => {})
  return following
}

/** By hand, before Send. What was cancelled is cancelled on the server first: its last byte would send it after all. */
export function resumeDraft(): Promise<void> {
  following = following
    .then(async () => {
      if (!running) return
      await settleCancelling(running)
      if (!isPublished(running)) running.upload.resume()
    })
    .catch(() => {})
  return following
}

/** Another sending than the one that this upload was published for cancels that one; where it is on its way, it needs an upload of its own. */
async function parted(known: Running, sentAs: string): Promise<void> {
  const { server, sentAs: before, isTooLate } = stateOf(known)
  if (server === 'nothing' || before === null || before === sentAs) return
  // Its last byte would make it too late.
  known.upload.pause()
  known.upload.reopen()
  if (!isTooLate) known.sending.cancel()
  await settleCancelling(known)
  if (!stateOf(known).isTooLate) return
  await known.upload.forget()
  become(null)
}

/** Send was pressed: from now on its files are these. `sentAs` says to whom and how. */
export async function uploadToSend(draft: Draft & Pick<Form, 'sender'>, sentAs: string): Promise<Upload> {
  const cancelled = running && stateOf(running).phase === 'cancelling' ? running : null
  await following
  if (running && !isOf(running, draft.account)) leave(running)
  if (running) await settleCancelling(running)
  if (cancelled?.showSent && stateOf(cancelled).isTooLate)
    throw new DOMException('It was sent before it was cancelled', 'AbortError')
  if (running) await parted(running, sentAs)
  const sender = draft.account ? undefined : draft.sender
  const known = running && !hasEnded(running, draft) ? running : start(draft, sender)
  handOver(known, draft.account)
  if (!isPublished(known)) {
    known.files = draft.files
    known.upload.setFiles(draft.files)
  }
  known.upload.resume()
  known.upload.seal({ sender })
  return known.upload
}

/** It was another sending's all along, of another tab or an earlier day: that one is left alone. */
async function leaveToOther(known: Running): Promise<void> {
  known.upload.cancel()
  await known.upload.forget()
  isKeptOfOther = true
  if (running !== known) return
  become(null)
  keepUpload(null)
}

type Asking = {
  sentAs: string
  ask(): Promise<Published>
  isOurs(answer: Published): boolean
  onAnswer(answer: Published): void
  onStep(sending: Sending<Published>): void
}

/** An upload that was sent already has an answer of its own. */
async function ownAnswer(known: Running, { ask, isOurs, onAnswer }: Asking): Promise<Published> {
  const answer = await ask()
  if (!isPublished(known) && !isOurs(answer)) {
    await leaveToOther(known)
    throw new Problem('uploadClosed')
  }
  onAnswer(answer)
  return answer
}

const actsOf = (known: Running, asking: Asking): SendingActs<Published> => ({
  sentAs: asking.sentAs,
  planned: known.upload.planned,
  arrived: () => known.upload.done,
  ask: () => ownAnswer(known, asking),
  recheck: known.upload.recheck,
  isWhole: ({ state }) => state !== 'uploading',
  verdictOn: (error) => (asProblem(error) ? 'refused' : 'unanswered'),
  goesOnUnanswered: true,
  pauses: { firstMs: 1000, longestMs: 30_000 },
})

/** Publishes it and waits until all of it has arrived. Cancelling it, or sending it otherwise, waits for what is asked by then. */
export async function sendUpload(upload: Upload, asking: Asking, signal: AbortSignal): Promise<Published> {
  const known = running?.upload === upload ? running : null
  if (!known) throw new DOMException('Its draft was given up', 'AbortError')
  const leave = known.sending.subscribe(() => asking.onStep(stateOf(known)))
  return known.sending.run(actsOf(known, asking), signal).finally(leave)
}

/** Nobody has cancelled it since, or sent it to others. */
export function isSentAs(upload: Upload, sentAs: string): boolean {
  if (running?.upload !== upload) return false
  const { server, phase, sentAs: known } = stateOf(running)
  return server === 'published' && phase !== 'cancelling' && known === sentAs
}

/** Cancelled in mid-way: the parts stay, nobody has it. Where that comes too late, `showSent` is asked to say so. */
export function cancelUpload(upload: Upload, showSent: () => boolean = () => false): void {
  upload.pause()
  upload.reopen()
  const known = running?.upload === upload ? running : null
  if (!known) return
  known.showSent = showSent
  known.sending.cancel()
  following = following.then(() => settleCancelling(known)).catch(() => {})
}

/** It has been sent, or the server knows it no more: the next try begins anew. */
export function forgetUpload(upload: Upload | null): void {
  if (running && (!upload || running.upload === upload)) become(null)
}
