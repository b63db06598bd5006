/** The upload of each draft of this page: of the card's, and of each that was sent and is not through. Nothing here says when which one runs. */
import { systemClock } from '@sampan/client/clock'
import { createSending, type RunningSending } from '@sampan/client/sending/run-sending'
import { mayBePublished, type Sending } from '@sampan/client/sending/sending'
import { browserTools } from '@sampan/client/upload/browser'
import { startUpload } from '@sampan/client/upload/start-upload'
import type { TicketRequest } from '@sampan/client/upload/ticket'
import type { Upload } from '@sampan/client/upload/upload'
import { countFiles } from '@sampan/contract/rules/file-set'
import { checkpoints } from '../../../product/files/checkpoints.ts'
import { connectionType } from '../../../product/files/connection.ts'
import type { PickedFile } from '../../../product/files/picked-file.ts'
import { api } from '../../../product/session/api.ts'
import type { Form } from '../form/form.ts'
import { type Berth, cardBerth, keepUpload } from '../form/kept-draft.ts'
import type { Published } from './publish.ts'
import { showDraft } from './sending-state.ts'

/** What is published is never begun anew: it may be whole by now, and a second transfer would go out. */
export type Running = {
  upload: Upload
  files: PickedFile[]
  accountId: string | null
  sending: RunningSending<Published>
  /** Shows that it was sent although it was cancelled; null where that is not to be shown, or cannot be. */
  showSent: (() => boolean) | null
}
export type Draft = Pick<Form, 'files' | 'account' | 'carried'>

/** Of one draft, and in no provider: it goes on while its card is taken down and put up again elsewhere. */
export type Line = {
  berth: Berth
  running: Running | null
  /** An upload of an earlier visit is gone on with once. */
  carriedBefore: string | null
  /** What is kept of these files belongs to another sending: the next upload begins without it. */
  isKeptOfOther: boolean
  following: Promise<void>
}
const lines = new WeakMap<Berth, Line>()
const byUpload = new WeakMap<Upload, Line>()
const listeners = new Set<() => void>()

export function lineOf(berth = cardBerth()): Line {
  const known = lines.get(berth)
  if (known) return known
  const line: Line = { berth, running: null, carriedBefore: null, isKeptOfOther: false, following: Promise.resolve() }
  lines.set(berth, line)
  return line
}

/** null once it is nobody's any more. */
export function lineWith(upload: Upload): Line | null {
  const line = byUpload.get(upload)
  return line?.running?.upload === upload ? line : null
}

/** What the card has of uploads has changed, or the card has another draft. */
export function showCardUpload(): void {
  const { running } = lineOf()
  showDraft(running && { upload: running.upload, fileCount: countFiles(running.files) })
  for (const listener of listeners) listener()
}

export function become(line: Line, next: Running | null): void {
  line.running = next
  if (next) byUpload.set(next.upload, line)
  if (line.berth === cardBerth()) showCardUpload()
}

/** Of the draft that is being written. */
export const draftUpload = (): Upload | null => lineOf().running?.upload ?? null
export function onDraftUpload(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

export const ticketOf = (account: Draft['account']): TicketRequest =>
  account ? { id: account._id, type: 'userUpload' } : { id: 'home', type: 'anonUpload' }

/** Begun by a guest it goes on when that guest signs in; an account's is nobody else's. */
export const isOf = ({ accountId }: Running, account: Draft['account']): boolean =>
  accountId === null || accountId === account?._id

export const stateOf = ({ sending }: Running): Sending<Published> => sending.state()
export const isPublished = (known: Running): boolean => stateOf(known).server === 'published'

function keepInDraft(line: Line, started: Running): void {
  let known = ''
  const look = () => {
    const uploadId = started.upload.plan()?.uploadId
    const isPublished = mayBePublished(stateOf(started))
    const now = `${uploadId} ${isPublished}`
    if (!uploadId || now === known || line.running !== started) return
    known = now
    keepUpload({ uploadId, isPublished }, line.berth)
  }
  started.upload.subscribe(look)
  started.sending.subscribe(look)
}

type GoingOn = { uploadId?: string | undefined; without?: readonly string[]; isPublished: boolean }

/** What an upload that has ended has brought over is not sent again, but for files that have taken another's place since. */
function goOnWith(line: Line, draft: Draft): GoingOn {
  const { running } = line
  if (running && isOf(running, draft.account)) {
    const before = new Map(running.files.map((file) => [file.path, file]))
    const without = draft.files.filter((file) => (before.get(file.path) ?? file) !== file).map(({ path }) => path)
    return { uploadId: running.upload.plan()?.uploadId, without, isPublished: isPublished(running) }
  }
  const { carried } = draft
  if (!carried || carried.uploadId === line.carriedBefore) return { isPublished: false }
  line.carriedBefore = carried.uploadId
  return { ...carried }
}

export function start(line: Line, draft: Draft, sender?: string): Running {
  const { files, account } = draft
  const going = goOnWith(line, draft)
  const store = line.isKeptOfOther ? undefined : checkpoints
  line.isKeptOfOther = false
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
  become(line, started)
  keepInDraft(line, started)
  return started
}

export function giveUp(line: Line, old: Running): void {
  if (line.running === old) become(line, null)
  keepUpload(null, line.berth)
  void old.upload.discard()
}

/** An account's, after signing out: the server keeps it for that account. */
export function leave(line: Line, old: Running): void {
  if (line.running === old) become(line, null)
  old.upload.cancel()
}
