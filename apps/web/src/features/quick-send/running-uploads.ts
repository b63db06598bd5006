/**
 * The upload of the draft: begins with its files, follows what is added and taken out, and is what sending publishes. A step back and
 * forth, or a second try, starts none anew.
 */
import { browserTools } from '@sampan/client/upload/browser'
import { startUpload } from '@sampan/client/upload/start-upload'
import type { TicketRequest } from '@sampan/client/upload/ticket'
import type { Upload } from '@sampan/client/upload/upload'
import { Problem } from '@sampan/contract/errors'
import { api } from '../../lib/api.ts'
import { checkpoints } from '../../lib/checkpoints.ts'
import { connectionType } from '../../lib/connection.ts'
import { asProblem, isProblem } from '../../lib/is-problem.ts'
import type { PickedFile } from '../../lib/picked-file.ts'
import type { Form } from './form.ts'
import { keepUpload } from './kept-draft.ts'
import { takeBack } from './publish.ts'

/** What is published is never begun anew: it may be whole by now, and a second transfer would go out. */
type Running = {
  upload: Upload
  files: PickedFile[]
  accountId: string | null
  isPublished: boolean
  /** To whom and how, in words that can be compared; null where an earlier visit sent it. */
  sentAs: string | null
  /** The last call to publish it, unless that was refused: what had no answer may have been done all the same. */
  asking: Promise<unknown> | null
  /** It was cancelled, and it is not known yet whether that came in time. */
  isCalledOff: boolean
  /** It did not: the transfer is on its way. */
  isTooLate: boolean
  /** Shows that it was sent after all; false where that cannot be. */
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

function keepInDraft(started: Running): void {
  let known = ''
  const look = () => {
    const uploadId = started.upload.plan()?.uploadId
    const now = `${uploadId} ${started.isPublished}`
    if (!uploadId || now === known || running !== started) return
    known = now
    keepUpload({ uploadId, isPublished: started.isPublished })
  }
  started.upload.subscribe(look)
}

type GoingOn = { uploadId?: string | undefined; without?: readonly string[]; isPublished: boolean }

/** What an upload that has ended has brought over is not sent again, but for files that have taken another's place since. */
function goOnWith(draft: Draft): GoingOn {
  if (running && isOf(running, draft.account)) {
    const before = new Map(running.files.map((file) => [file.path, file]))
    const without = draft.files.filter((file) => (before.get(file.path) ?? file) !== file).map(({ path }) => path)
    return { uploadId: running.upload.plan()?.uploadId, without, isPublished: running.isPublished }
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
    isPublished: going.isPublished,
    sentAs: null,
    asking: null,
    isCalledOff: false,
    isTooLate: false,
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

/** Nothing may change while it is not known that it was taken back. Throws where nobody answers. */
async function settleCallOff(known: Running): Promise<void> {
  if (!known.isCalledOff) return
  // Taken back before it has arrived, it would be sent all the same.
  await known.asking
  const plan = known.upload.plan()
  if (!plan) return
  try {
    if (known.isPublished || known.asking) await takeBack(plan.slug)
    Object.assign(known, { isPublished: false, asking: null })
    if (running === known) keepUpload({ uploadId: plan.uploadId, isPublished: false })
  } catch (error) {
    if (!isProblem(error, 'uploadClosed')) throw error
    known.isTooLate = true
  }
  known.isCalledOff = false
  if (known.isTooLate && !known.showSent?.()) known.showSent = null
}

async function followNow(draft: Draft): Promise<void> {
  if (running && !isOf(running, draft.account)) leave(running)
  if (running) await settleCallOff(running)
  if (draft.files.length === 0) return running ? giveUp(running) : undefined
  if (running?.isPublished) return
  if (!running || hasEnded(running, draft)) return void start(draft)
  handOver(running, draft.account)
  running.files = draft.files
  running.upload.reopen()
  running.upload.setFiles(draft.files)
}

/** Bytes flow from the drop (Q21). One after the other; what goes wrong is tried with the next change, or with Send. */
export function followDraft(draft: Draft): Promise<void> {
  following = following.then(() => followNow(draft)).catch(() => {})
  return following
}

/** By hand, before Send. What was called off is taken back first: its last byte would send it after all. */
export function resumeDraft(): Promise<void> {
  following = following
    .then(async () => {
      if (!running) return
      await settleCallOff(running)
      if (!running.isPublished) running.upload.resume()
    })
    .catch(() => {})
  return following
}

/** Another sending than the one that this upload was published for takes that one back; where it is on its way, it needs an upload of its own. */
async function parted(known: Running, sentAs: string): Promise<void> {
  if (!(known.isPublished || known.asking) || known.sentAs === null || known.sentAs === sentAs) return
  // Its last byte would make it too late.
  known.upload.pause()
  known.upload.reopen()
  known.isCalledOff = !known.isTooLate
  await settleCallOff(known)
  if (!known.isTooLate) return
  await known.upload.forget()
  become(null)
}

/** Send was pressed: from now on its files are these. `sentAs` says to whom and how. */
export async function uploadToSend(draft: Draft & Pick<Form, 'sender'>, sentAs: string): Promise<Upload> {
  const calledOff = running?.isCalledOff ? running : null
  await following
  if (running && !isOf(running, draft.account)) leave(running)
  if (running) await settleCallOff(running)
  if (calledOff?.isTooLate && calledOff.showSent) throw new DOMException('It was sent before it was cancelled', 'AbortError')
  if (running) await parted(running, sentAs)
  const sender = draft.account ? undefined : draft.sender
  const known = running && !hasEnded(running, draft) ? running : start(draft, sender)
  handOver(known, draft.account)
  if (!known.isPublished) {
    known.files = draft.files
    known.upload.setFiles(draft.files)
  }
  known.upload.resume()
  known.upload.seal({ sender })
  return known.upload
}

/** Asked for, and what became of it not known yet: after a crash it is taken for sent, since asking again does no harm. */
export function markAsked(upload: Upload, isAsked: boolean): void {
  const uploadId = upload.plan()?.uploadId
  if (running?.upload === upload && uploadId) keepUpload({ uploadId, isPublished: isAsked || running.isPublished })
}

function markPublished(known: Running): void {
  known.isPublished = true
  const uploadId = known.upload.plan()?.uploadId
  if (running === known && uploadId) keepUpload({ uploadId, isPublished: true })
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

type Asking<Answer> = { sentAs: string; ask(): Promise<Answer>; isOurs(answer: Answer): boolean }

/** Publishes it. Cancelling it, or sending it otherwise, waits for the answer. An upload that was sent already has an answer of its own. */
export function askToSend<Answer>(upload: Upload, { sentAs, ask, isOurs }: Asking<Answer>): Promise<Answer> {
  const known = running?.upload === upload ? running : null
  if (!known) return ask()
  markAsked(upload, true)
  known.sentAs = sentAs
  const asking = ask().then(async (answer) => {
    if (known.isPublished || isOurs(answer)) {
      markPublished(known)
      return answer
    }
    await leaveToOther(known)
    throw new Problem('uploadClosed')
  })
  const settled: Promise<unknown> = asking.catch((error: unknown) => {
    if (asProblem(error) && known.asking === settled) known.asking = null
  })
  known.asking = settled
  return asking
}

/** Nobody has cancelled it since, or sent it to others. */
export const isSentAs = (upload: Upload, sentAs: string): boolean =>
  running?.upload === upload && running.isPublished && !running.isCalledOff && running.sentAs === sentAs

/** Cancelled in mid-way: the parts stay, nobody has it. Where that comes too late, `showSent` is asked to say so. */
export function callOff(upload: Upload, showSent: () => boolean = () => false): void {
  upload.pause()
  upload.reopen()
  const known = running?.upload === upload ? running : null
  markAsked(upload, false)
  if (!known || !(known.isPublished || known.asking)) return
  Object.assign(known, { isCalledOff: true, showSent })
  following = following.then(() => settleCallOff(known)).catch(() => {})
}

/** It has been sent, or the server knows it no more: the next try begins anew. */
export function forgetUpload(upload: Upload | null): void {
  if (running && (!upload || running.upload === upload)) become(null)
}
