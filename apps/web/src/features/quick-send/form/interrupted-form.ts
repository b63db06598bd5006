/** What coming back does to the draft (Q20, Q23): its words, what was interrupted, and how both go on. Pure. */
import type { Plan } from '@sampan/contract/plans'
import { totalBytes } from '@sampan/contract/rules/file-set'
import { normalizeEmail } from '@sampan/contract/rules/recipients'
import { matchPicked, mergedFiles, missingOf, type WantedFile } from '../../../product/files/picked-again.ts'
import type { PickedFile } from '../../../product/files/picked-file.ts'
import type { Form, Interrupted } from './form-state.ts'
import type { StoredDraft } from './kept-draft-store.ts'
import { isTyped, newOptions } from './options.ts'
import { isTooMany, overBytes, whyNotReady } from './readiness.ts'

const hasWords = ({ chips, typed, message, hadPassword, options, fileCount }: StoredDraft): boolean =>
  chips.length > 0 || [typed, message, hadPassword].some(Boolean) || isTyped(options) || fileCount > 0

const isUntouched = ({ password, ...options }: Form['options']): boolean =>
  Object.entries(options).every(([name, value]) => newOptions[name as keyof typeof options] === value)

/** What was typed since the page has come stays; `rememberedSender` was filled in by the card itself. */
export function withDraft(form: Form, draft: StoredDraft, rememberedSender: string): Form {
  const isOwn = form.sender !== '' && form.sender !== rememberedSender
  const sender = isOwn ? form.sender : draft.sender || form.sender
  const hasPeople = form.chips.list.length > 0 || form.chips.typed !== ''
  return {
    ...form,
    sendAs: form.sendAs === 'email' ? draft.sendAs : form.sendAs,
    chips: hasPeople ? form.chips : { list: draft.chips, typed: draft.typed, skipped: 0 },
    sender,
    message: form.message || draft.message,
    options: isUntouched(form.options) ? { ...newOptions, ...draft.options, password: form.options.password } : form.options,
    needsPassword: draft.hadPassword && form.options.password === '',
    codeFor: draft.codeFor === normalizeEmail(sender) && !form.account ? draft.codeFor : null,
    isBack: hasWords(draft),
  }
}

/** That visit's transfer had arrived as a whole: what it had left goes, what was typed and picked since stays. */
export function withoutDraft(form: Form, draft: StoredDraft): Form {
  const { list, typed, skipped } = form.chips
  const isDrafts = Object.entries(draft.options).every(([name, value]) => form.options[name as keyof Form['options']] === value)
  return {
    ...form,
    sendAs: form.sendAs === draft.sendAs ? 'email' : form.sendAs,
    chips: { list: list.filter((email) => !draft.chips.includes(email)), typed: typed === draft.typed ? '' : typed, skipped },
    message: form.message === draft.message ? '' : form.message,
    options: isDrafts ? { ...newOptions, password: form.options.password } : form.options,
    needsPassword: false,
    isBack: false,
  }
}

/** Takes of what was never begun the largest away until the rest fits: it was refused then, and is not asked for again. */
function withinPlan(interrupted: Interrupted, plan: Plan): Interrupted | null {
  const refused = new Set<WantedFile>()
  const kept = () => interrupted.files.filter((file) => !refused.has(file))
  const begun = interrupted.files.filter(({ isNew }) => isNew).sort((one, other) => other.size - one.size)
  for (const file of begun) if (overBytes(kept(), plan) > 0 || isTooMany(kept(), plan)) refused.add(file)
  const files = kept()
  return interrupted.upload || files.some(({ size }) => size > 0) ? { ...interrupted, files } : null
}

const wantedOf = ({ files, left }: Interrupted): WantedFile[] => files.filter(({ path }) => !left.includes(path))

/** Where the code step had been reached, and nothing else is missing, it goes on there. */
function atCode(form: Form): Form {
  const { codeFor, step, sendAs, isAsking } = form
  const mayGoOn = codeFor !== null && step === 'form' && sendAs === 'email' && !isAsking
  return { ...form, goesOnToCode: mayGoOn && whyNotReady(form).length === 0 }
}

/** Everything is there: goes on. A transfer that was sent already goes on where it was; any other is a draft again. */
export function resumed(form: Form): Form {
  const { interrupted } = form
  if (!interrupted) return form
  const wanted = wantedOf(interrupted)
  const match = matchPicked(wanted, form.files)
  if (missingOf(wanted, match).length > 0) return form
  const { upload } = interrupted
  const isPublished = upload?.isPublished ?? false
  // It may not have been published after all: then it would go out without its password.
  const goesOn = isPublished && !(form.account && form.needsPassword)
  const merged = mergedFiles(wanted, isPublished ? { ...match, extra: [] } : match)
  return atCode({
    ...form,
    files: merged,
    carried: upload && { ...upload, without: interrupted.left },
    forNext: isPublished ? match.extra : [],
    interrupted: null,
    isBack: form.isBack && !goesOn,
    step: goesOn ? 'sending' : form.step,
  })
}

/** What stands in a wanted file's place and is another one: a new pick of that path may be the right one, and takes its place. */
export function withoutPickedAgain({ interrupted, files }: Form, picked: readonly PickedFile[]): PickedFile[] {
  if (!interrupted) return files
  const { changed } = matchPicked(wantedOf(interrupted), files)
  const paths = new Set(picked.map(({ path }) => path))
  const goes = new Set([...changed.values()].map(({ file }) => file).filter(({ path }) => paths.has(path)))
  return goes.size > 0 ? files.filter((file) => !goes.has(file)) : files
}

/** After each pick: the last one that was needed is all that was waited for. What differs has to be decided first. */
export function resumedByPick(form: Form): Form {
  const { interrupted } = form
  if (!interrupted) return form
  const wanted = wantedOf(interrupted)
  const { ticked, changed } = matchPicked(wanted, form.files)
  const isNeeded = wanted.some(({ path, isWhole }) => !isWhole && ticked.has(path))
  return isNeeded && changed.size === 0 ? resumed(form) : form
}

/** The quota that the server keeps for what was interrupted; once that goes on, what was known of it stays true. */
export function earlierBytes({ interrupted, carried, usage }: Form): number {
  if (!interrupted) return carried ? (usage?.ownBytes ?? 0) : 0
  return interrupted.upload ? totalBytes(interrupted.files) : 0
}

/** Only at the form, or at a limit in its place: whoever has pressed Send by then has decided. */
export function withInterrupted(form: Form, interrupted: Interrupted | null): Form {
  const isAsked = form.step === 'form' || form.step === 'limit'
  const offered = isAsked && interrupted ? withinPlan(interrupted, form.plan) : null
  const found = { ...form, isLooking: false, interrupted: offered }
  // What an account has used was asked for after this page had come: that upload is within it.
  const usage = form.usage && !form.usage.ownBytes ? { ...form.usage, ownBytes: earlierBytes(found) } : form.usage
  const isWhole = offered !== null && wantedOf(offered).length > 0 && wantedOf(offered).every((file) => file.isWhole)
  // There is nothing to ask for: the draft is simply there again. What was sent already goes on when its sender says so.
  if (isWhole && offered.upload && !offered.upload.isPublished) return resumed({ ...found, usage })
  return resumedByPick({ ...found, usage })
}

/** What an earlier visit has left was seen, and decided about; only its password may still be asked for. */
export const withoutInterrupted = (form: Form): Form => ({
  ...form,
  interrupted: null,
  isBack: form.isBack && form.needsPassword,
})

/** This file goes no more along as it was; what was picked in its place, if anything, is a new one. */
export function withoutWanted(form: Form, path: string): Form {
  const { interrupted } = form
  if (!interrupted) return form
  const next = { ...interrupted, left: [...interrupted.left, path] }
  const wanted = wantedOf(next)
  if (wanted.length === 0) return next.upload ? { ...form, interrupted: next } : withoutInterrupted(form)
  const { changed } = matchPicked(wanted, form.files)
  return changed.size === 0 ? resumed({ ...form, interrupted: next }) : { ...form, interrupted: next }
}

/** Only its date is another, as a copy's may be: its owner says that it is the same file. */
export function withSame(form: Form, path: string): Form {
  const { interrupted } = form
  if (!interrupted) return form
  const files = interrupted.files.map((file) => (file.path === path ? { ...file, lastModified: undefined } : file))
  return resumedByPick({ ...form, interrupted: { ...interrupted, files } })
}

/** None of what is still missing goes along. */
export const withoutMissing = (form: Form): Form =>
  form.interrupted ? panelOf(form, form.interrupted).missing.reduce((left, { path }) => withoutWanted(left, path), form) : form

/** What has a row in the panel is not listed a second time below it. */
export const listedFiles = ({ interrupted, files }: Pick<Form, 'interrupted' | 'files'>): PickedFile[] =>
  interrupted ? matchPicked(wantedOf(interrupted), files).extra : files

/** What the panel shows: all of it, and first what has to be picked. */
export function panelOf(form: Form, interrupted: Interrupted) {
  const wanted = wantedOf(interrupted)
  const match = matchPicked(wanted, form.files)
  const missing = missingOf(wanted, match)
  const asks = ({ path, isWhole }: WantedFile) => !isWhole || match.changed.has(path)
  return { wanted, match, missing, rows: [...wanted.filter(asks), ...wanted.filter((file) => !asks(file))] }
}
