/**
 * The draft outlives the card: who signs up in the middle finds it again in the next card of this page, files included; after a reload, a
 * crash or some days its words come back, and its files are asked for again (Q20).
 */
import type { CheckpointFile } from '@sampan/client/upload/checkpoint'
import { keepFiles } from '../../../product/files/checkpoints.ts'
import { rootId } from '../../../product/session/acting.ts'
import type { Form } from './form.ts'
import { type KeptUpload, removeDraft, type StoredDraft, writeDraft } from './kept-draft-store.ts'
import {
  adoptDraft,
  type DraftPlace,
  findFirst,
  knownDraftId,
  leavePlace,
  ownDraftId,
  partDraft,
  takeDraft,
} from './kept-draft-tab.ts'
import type { Account } from './limits.ts'
import { isTyped } from './options.ts'

/** What one draft has in this browser: its form, of this page and with its very files, and what is written of it. The card has one, and each that was sent and is not through has its own. */
export type Berth = Pick<StoredDraft, 'upload'> &
  Pick<Form, 'files' | 'interrupted'> & {
    form: Form | null
    /** null: the tab's own. */
    place: DraftPlace | null
  }
const newBerth = (): Berth => ({ form: null, upload: null, files: [], interrupted: null, place: null })

let card = newBerth()
const sealed = new Set<Berth>()
/**
 * `earlier`: found, but it is not known yet what of its files is to be had; until then only words are
 * written. Nothing at all is before it is known what is there: an empty card would take its place.
 */
const looked: { earlier: StoredDraft | null; hasLooked: boolean } = { earlier: null, hasLooked: false }

/** What every message begins with is nobody's draft yet. */
export const hasContents = ({ files, chips, message, ownMessage, options }: Form): boolean =>
  files.length > 0 ||
  chips.list.length > 0 ||
  (message !== '' && message !== ownMessage) ||
  [chips.typed, options.password].some(Boolean) ||
  isTyped(options)

/** What is asked for again counts as if it were there. */
function filesOf({ files, interrupted }: Form): readonly CheckpointFile[] {
  if (!interrupted) return files
  const { left } = interrupted
  const wanted = new Set(interrupted.files.map(({ path }) => path).filter((path) => !left.includes(path)))
  return [...interrupted.files.filter(({ path }) => wanted.has(path)), ...files.filter(({ path }) => !wanted.has(path))]
}

function storedOf(form: Form, fileCount: number, upload: KeptUpload | null): StoredDraft {
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
    upload: interrupted?.upload ?? upload,
    codeFor,
  }
}

function forgetStored(berth: Berth): void {
  const id = berth.place?.id ?? knownDraftId()
  berth.upload = null
  berth.files = []
  if (id === null) return
  removeDraft(id)
  void keepFiles(id, [])
}

function store(berth: Berth, form: Form): void {
  if (!berth.place && !looked.hasLooked) return
  const earlier = berth.place ? null : looked.earlier
  const id = berth.place?.id ?? ownDraftId()
  const files = filesOf(form)
  writeDraft(id, storedOf(form, earlier?.fileCount ?? files.length, berth.upload))
  // The list is written only where it is another one: a letter of the message costs no thousand paths.
  if (earlier || (form.files === berth.files && form.interrupted === berth.interrupted)) return
  Object.assign(berth, { files: form.files, interrupted: form.interrupted })
  void keepFiles(id, files)
}

const isSealed = ({ files }: Form): boolean => [...sealed].some(({ form }) => form?.files === files)

/** Told of every change; what was sent, and what is empty, is not kept. */
export function keepDraft(form: Form): void {
  // It is only watched.
  if (form.step === 'sending' && isSealed(form)) return
  card.form = form.step !== 'done' && (hasContents(form) || form.interrupted !== null) ? form : null
  if (card.form) store(card, card.form)
  else if (looked.hasLooked && !looked.earlier) forgetStored(card)
}

/** The upload that the draft's files run in: found again by this after a crash. */
export function keepUpload(upload: KeptUpload | null, berth = card): void {
  berth.upload = upload
  if (berth.form) store(berth, berth.form)
}

export const cardBerth = (): Berth => card

/** Send was pressed: what is kept of the draft goes with it, and the card can have another one. */
export function sealDraft(form: Form): Berth {
  const berth = card
  berth.place = partDraft(looked.hasLooked && !looked.earlier)
  berth.form = form
  card = newBerth()
  sealed.add(berth)
  store(berth, form)
  return berth
}

/** After a reload what was on its way comes before what had only waited. */
export const findSentFirst = ({ place }: Berth): void => {
  if (place) findFirst(place)
}

/** It is the card's again, which has nothing else. */
export function unsealDraft(berth: Berth): void {
  if (!sealed.delete(berth)) return
  if (berth.place) adoptDraft(berth.place)
  berth.place = null
  card = berth
}

/** Its words stay, and are found by the next card that is empty. */
export function leaveDraft(berth: Berth): void {
  sealed.delete(berth)
  if (berth.place) leavePlace(berth.place)
}

/** After sending it, also when its card is gone by then; another draft stays. */
export function forgetDraft(berth: Berth, { files }: Pick<Form, 'files'>): void {
  if (berth.form?.files !== files) return
  berth.form = null
  forgetStored(berth)
  leaveDraft(berth)
}

export const hasDraft = (): boolean => card.form !== null || sealed.size > 0

/** Nothing that could be lost stands in it. */
export const isCardFree = (): boolean => card.form === null && looked.earlier === null

/** For a new card, at its first step unless it was sent: what was told and asked in the old one concerned that one. Another account's draft stays its own. */
export function keptDraft(account: Account | null): Form | null {
  const { form, upload } = card
  const ownerId = form?.account?._id ?? form?.ownerId ?? null
  if (!form || (ownerId && account && ownerId !== account._id)) return null
  // What is on its way is watched, not written; as somebody else it would be another transfer.
  const isOnItsWay = form.step === 'sending' && upload?.isPublished && form.account?._id === account?._id
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
  if (looked.hasLooked && (card.form || looked.earlier)) return looked.earlier
  looked.hasLooked = false
  const draft = await takeDraft(accountId).catch(() => null)
  looked.hasLooked = true
  if (draft || !card.form) card.upload = draft?.upload ?? null
  looked.earlier = draft
  return draft
}

/** Its files are offered, or there are none: from now on what the card holds is all there is. */
export function settleEarlier(upload: KeptUpload | null): void {
  if (!looked.earlier) return
  // Whoever has pressed Send by then has an upload of their own.
  if (card.upload === looked.earlier.upload) card.upload = upload
  looked.earlier = null
}

export const isUnsettled = (draft: StoredDraft): boolean => looked.earlier === draft

/** Discarded before it is known what there is of it: nobody waits for that any more. The upload that it had. */
export function dropEarlier(): KeptUpload | null {
  const upload = looked.earlier?.upload ?? null
  settleEarlier(null)
  return upload
}
