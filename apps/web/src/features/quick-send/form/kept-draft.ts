/**
 * The draft outlives the card: who signs up in the middle finds it again in the next card of this page, files included; after a reload, a
 * crash or some days its words come back, and its files are asked for again (Q20).
 */
import type { CheckpointFile } from '@sampan/client/upload/checkpoint'
import { keepFiles } from '../../../product/files/checkpoints.ts'
import { rootId } from '../../../product/session/acting.ts'
import type { Form } from './form.ts'
import { type KeptUpload, removeDraft, type StoredDraft, writeDraft } from './kept-draft-store.ts'
import { knownDraftId, ownDraftId, takeDraft } from './kept-draft-tab.ts'
import type { Account } from './limits.ts'

type Kept = Pick<StoredDraft, 'upload'> &
  Pick<Form, 'files' | 'interrupted'> & { form: Form | null; earlier: StoredDraft | null; hasLooked: boolean }

/**
 * `form`: of this page, with its very files. `earlier`: found, but it is not known yet what of its files is to be had; until then only words are
 * written. Nothing at all is before it is known what is there: an empty card would take its place.
 */
const kept: Kept = { form: null, upload: null, files: [], interrupted: null, earlier: null, hasLooked: false }

/** What every message begins with is nobody's draft yet. */
export const hasContents = ({ files, chips, message, ownMessage, options }: Form): boolean =>
  files.length > 0 ||
  chips.list.length > 0 ||
  (message !== '' && message !== ownMessage) ||
  [chips.typed, options.title, options.password, options.downloadLimit].some(Boolean)

/** What is asked for again counts as if it were there. */
function filesOf({ files, interrupted }: Form): readonly CheckpointFile[] {
  if (!interrupted) return files
  const { left } = interrupted
  const wanted = new Set(interrupted.files.map(({ path }) => path).filter((path) => !left.includes(path)))
  return [...interrupted.files.filter(({ path }) => wanted.has(path)), ...files.filter(({ path }) => !wanted.has(path))]
}

function storedOf(form: Form, fileCount: number): StoredDraft {
  const { password, ...options } = form.options
  const { sendAs, sender, message, chips, interrupted, account, ownerId, codeFor } = form
  return {
    savedAtMs: Date.now(),
    accountId: account ? rootId(account._id) : ownerId && rootId(ownerId),
    sendAs,
    chips: chips.list,
    typed: chips.typed,
    sender,
    message,
    options,
    hadPassword: password !== '' || form.needsPassword,
    fileCount,
    upload: interrupted?.upload ?? kept.upload,
    codeFor,
  }
}

function forgetStored(): void {
  const id = knownDraftId()
  kept.upload = null
  kept.files = []
  if (id === null) return
  removeDraft(id)
  void keepFiles(id, [])
}

function store(form: Form): void {
  if (!kept.hasLooked) return
  const { earlier } = kept
  const files = filesOf(form)
  writeDraft(ownDraftId(), storedOf(form, earlier?.fileCount ?? files.length))
  // The list is written only where it is another one: a letter of the message costs no thousand paths.
  if (earlier || (form.files === kept.files && form.interrupted === kept.interrupted)) return
  Object.assign(kept, { files: form.files, interrupted: form.interrupted })
  void keepFiles(ownDraftId(), files)
}

/** Told of every change; what was sent, and what is empty, is not kept. */
export function keepDraft(form: Form): void {
  kept.form = form.step !== 'done' && (hasContents(form) || form.interrupted !== null) ? form : null
  if (kept.form) store(kept.form)
  else if (kept.hasLooked && !kept.earlier) forgetStored()
}

/** The upload that the draft's files run in: found again by this after a crash. */
export function keepUpload(upload: KeptUpload | null): void {
  kept.upload = upload
  if (kept.form) store(kept.form)
}

/** After sending it, also when its card is gone by then; another draft stays. */
export function forgetDraft({ files }: Pick<Form, 'files'>): void {
  if (kept.form?.files !== files) return
  kept.form = null
  forgetStored()
}

export const hasDraft = (): boolean => kept.form !== null

/** For a new card, at its first step unless it was sent: what was told and asked in the old one concerned that one. Another account's draft stays its own. */
export function keptDraft(account: Account | null): Form | null {
  const { form } = kept
  const ownerId = form?.account?._id ?? form?.ownerId ?? null
  if (!form || (ownerId && account && ownerId !== account._id)) return null
  // What is on its way is watched, not written; as somebody else it would be another transfer.
  const isOnItsWay = form.step === 'sending' && kept.upload?.isPublished && form.account?._id === account?._id
  return {
    ...form,
    step: isOnItsWay ? 'sending' : 'form',
    limit: null,
    problem: null,
    isAsking: false,
    isMarked: false,
    isRecording: false,
    notices: [],
    usage: null,
  }
}

/** What an earlier visit has left, until that is settled, and then what another one has; null where there is nothing, or where this page has a draft of its own. */
export async function draftOfEarlier(accountId: string | null): Promise<StoredDraft | null> {
  if (kept.hasLooked && (kept.form || kept.earlier)) return kept.earlier
  kept.hasLooked = false
  const draft = await takeDraft(accountId).catch(() => null)
  kept.hasLooked = true
  kept.upload = draft?.upload ?? null
  kept.earlier = draft
  return draft
}

/** Its files are offered, or there are none: from now on what the card holds is all there is. */
export function settleEarlier(upload: KeptUpload | null): void {
  if (!kept.earlier) return
  // Whoever has pressed Send by then has an upload of their own.
  if (kept.upload === kept.earlier.upload) kept.upload = upload
  kept.earlier = null
}

export const isUnsettled = (draft: StoredDraft): boolean => kept.earlier === draft

/** Discarded before it is known what there is of it: nobody waits for that any more. The upload that it had. */
export function dropEarlier(): KeptUpload | null {
  const upload = kept.earlier?.upload ?? null
  settleEarlier(null)
  return upload
}
