/**
 * The upload of a draft: begins with its files, follows what is added and taken out, and is what sending publishes. A step back and
 * forth, or a second try, starts none anew. Without a word about which, it is the card's draft.
 */
import type { SendingActs } from '@sampan/client/sending/run-sending'
import type { Sending } from '@sampan/client/sending/sending'
import type { Upload } from '@sampan/client/upload/upload'
import { Problem } from '@sampan/contract/errors'
import { asProblem } from '../../../lib/is-problem.ts'
import type { PickedFile } from '../../../product/files/picked-file.ts'
import type { Form } from '../form/form.ts'
import { type Berth, cardBerth, keepUpload } from '../form/kept-draft.ts'
import {
  become,
  type Draft,
  draftUpload,
  giveUp,
  isOf,
  isPublished,
  type Line,
  leave,
  lineOf,
  lineWith,
  type Running,
  showCardUpload,
  start,
  stateOf,
  ticketOf,
} from './draft-line.ts'
import { cancelOnServer, type Published } from './publish.ts'

const isSame = (one: readonly PickedFile[], other: readonly PickedFile[]): boolean =>
  one.length === other.length && one.every((file, index) => file === other[index])

/** It takes no other files any more, or goes on no more. */
function hasEnded({ upload, files }: Running, draft: Draft): boolean {
  const { phase } = upload.snapshot()
  return ['failed', 'cancelled'].includes(phase) || (phase === 'complete' && !isSame(files, draft.files))
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

async function followNow(line: Line, draft: Draft): Promise<void> {
  if (line.running && !isOf(line.running, draft.account)) leave(line, line.running)
  if (line.running) await settleCancelling(line.running)
  const { running } = line
  if (draft.files.length === 0) return running ? giveUp(line, running) : undefined
  if (running && isPublished(running)) return
  if (!running || hasEnded(running, draft)) return void start(line, draft)
  handOver(running, draft.account)
  running.files = draft.files
  if (line.berth === cardBerth()) showCardUpload()
  running.upload.reopen()
  running.upload.setFiles(draft.files)
}

/** Bytes flow from the drop (Q21). One after the other; what goes wrong is tried with the next change, or with Send. */
export function followDraft(draft: Draft): Promise<void> {
  const line = lineOf()
  line.following = line.following.then(() => followNow(line, draft)).catch(() => {})
  return line.following
}

/** By hand, before Send. What was cancelled is cancelled on the server first: its last byte would send it after all. */
export function resumeDraft(): Promise<void> {
  const line = lineOf()
  line.following = line.following
    .then(async () => {
      const { running } = line
      if (!running) return
      await settleCancelling(running)
      if (!isPublished(running)) running.upload.resume()
    })
    .catch(() => {})
  return line.following
}

/** Stands still while another transfer is sent: one upload runs at a time. */
let held: Upload | null = null
export function holdDraft(): void {
  const upload = draftUpload()
  if (!upload || !['warming', 'sending', 'resuming', 'waiting'].includes(upload.snapshot().phase)) return
  upload.pause()
  held = upload
}
export function letDraftGo(): void {
  if (held && held === draftUpload()) void resumeDraft()
  held = null
}

/** What was to be sent, and had begun to flow before that, is wanted by nobody. */
export function discardUploadOf(berth: Berth): void {
  const line = lineOf(berth)
  if (line.running) giveUp(line, line.running)
}

/** Another sending than the one that this upload was published for cancels that one; where it is on its way, it needs an upload of its own. */
async function parted(line: Line, known: Running, sentAs: string): Promise<void> {
  const { server, sentAs: before, isTooLate } = stateOf(known)
  if (server === 'nothing' || before === null || before === sentAs) return
  // Its last byte would make it too late.
  known.upload.pause()
  known.upload.reopen()
  if (!isTooLate) known.sending.cancel()
  await settleCancelling(known)
  if (!stateOf(known).isTooLate) return
  await known.upload.forget()
  become(line, null)
}

/** Send was pressed: from now on its files are these. `sentAs` says to whom and how. */
export async function uploadToSend(draft: Draft & Pick<Form, 'sender'>, sentAs: string, berth = cardBerth()): Promise<Upload> {
  const line = lineOf(berth)
  const cancelled = line.running && stateOf(line.running).phase === 'cancelling' ? line.running : null
  await line.following
  if (line.running && !isOf(line.running, draft.account)) leave(line, line.running)
  if (line.running) await settleCancelling(line.running)
  if (cancelled?.showSent && stateOf(cancelled).isTooLate)
    throw new DOMException('It was sent before it was cancelled', 'AbortError')
  if (line.running) await parted(line, line.running, sentAs)
  const sender = draft.account ? undefined : draft.sender
  const { running } = line
  const known = running && !hasEnded(running, draft) ? running : start(line, draft, sender)
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
async function leaveToOther(line: Line, known: Running): Promise<void> {
  known.upload.cancel()
  await known.upload.forget()
  line.isKeptOfOther = true
  if (line.running !== known) return
  become(line, null)
  keepUpload(null, line.berth)
}

type Asking = {
  sentAs: string
  ask(): Promise<Published>
  isOurs(answer: Published): boolean
  onAnswer(answer: Published): void
  onStep(sending: Sending<Published>): void
}

/** An upload that was sent already has an answer of its own. */
async function ownAnswer(line: Line, known: Running, { ask, isOurs, onAnswer }: Asking): Promise<Published> {
  const answer = await ask()
  if (!isPublished(known) && !isOurs(answer)) {
    await leaveToOther(line, known)
    throw new Problem('uploadClosed')
  }
  onAnswer(answer)
  return answer
}

const actsOf = (line: Line, known: Running, asking: Asking): SendingActs<Published> => ({
  sentAs: asking.sentAs,
  planned: known.upload.planned,
  arrived: () => known.upload.done,
  ask: () => ownAnswer(line, known, asking),
  recheck: known.upload.recheck,
  isWhole: ({ state }) => state !== 'uploading',
  verdictOn: (error) => (asProblem(error) ? 'refused' : 'unanswered'),
  goesOnUnanswered: true,
  pauses: { firstMs: 1000, longestMs: 30_000 },
})

/** Publishes it and waits until all of it has arrived. Cancelling it, or sending it otherwise, waits for what is asked by then. */
export async function sendUpload(upload: Upload, asking: Asking, signal: AbortSignal): Promise<Published> {
  const line = lineWith(upload)
  const known = line?.running
  if (!known) throw new DOMException('Its draft was given up', 'AbortError')
  const leave = known.sending.subscribe(() => asking.onStep(stateOf(known)))
  return known.sending.run(actsOf(line, known, asking), signal).finally(leave)
}

/** Nobody has cancelled it since, or sent it to others. */
export function isSentAs(upload: Upload, sentAs: string): boolean {
  const running = lineWith(upload)?.running
  if (!running) return false
  const { server, phase, sentAs: known } = stateOf(running)
  return server === 'published' && phase !== 'cancelling' && known === sentAs
}

/** Cancelled in mid-way: the parts stay, nobody has it. Where that comes too late, `showSent` is asked to say so. */
export function cancelUpload(upload: Upload, showSent: () => boolean = () => false): void {
  upload.pause()
  upload.reopen()
  const line = lineWith(upload)
  const known = line?.running
  if (!known) return
  known.showSent = showSent
  known.sending.cancel()
  line.following = line.following.then(() => settleCancelling(known)).catch(() => {})
}

/** It has been sent, or the server knows it no more: the next try begins anew. */
export function forgetUpload(upload: Upload | null, berth = cardBerth()): void {
  const line = lineOf(berth)
  if (line.running && (!upload || line.running.upload === upload)) become(line, null)
}
