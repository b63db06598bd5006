/** The send card's draft and its steps, pure: form -> verifying -> sending -> done. No step loses the draft. */
import { planOf, plans } from '@sampan/contract/plans'
import type { TransferSettings } from '@sampan/contract/routes/settings'
import type { TransferDetail } from '@sampan/contract/routes/transfer-detail'
import { areSameLimits } from '@sampan/contract/rules/own-limits'
import { normalizeEmail } from '@sampan/contract/rules/recipients'
import type { PickedFile } from '../../../product/files/picked-file.ts'
import { type Chips, endRecipient, noChips } from '../../../product/recipients/chips.ts'
import { addFiles } from './add-files.ts'
import type { KeptNotice } from './cancel-kept.ts'
import { asSent } from './duplicate.ts'
import type { Form, Interrupted, NewNotice, ResumeNotice, Sent } from './form-state.ts'
import {
  earlierBytes,
  listedFiles,
  resumed,
  resumedByPick,
  withDraft,
  withInterrupted,
  withoutDraft,
  withoutInterrupted,
  withoutMissing,
  withoutPickedAgain,
  withoutWanted,
  withSame,
} from './interrupted-form.ts'
import type { StoredDraft } from './kept-draft-store.ts'
import { type Account, limitOfAccount, limitOfProblem, type Usage } from './limits.ts'
import { newOptions, type Options } from './options.ts'
import { withSettings } from './own-settings.ts'
import { overBytes } from './readiness.ts'

export type { Form, Notice, Sent, Step } from './form-state.ts'

export const newForm = (sender = ''): Form => ({
  step: 'form',
  account: null,
  ownerId: null,
  role: 'anon',
  plan: plans.anon,
  usage: null,
  sendAs: 'email',
  files: [],
  chips: noChips,
  sender,
  message: '',
  ownMessage: null,
  options: newOptions,
  notices: [],
  nextNotice: 1,
  problem: null,
  limit: null,
  isAsking: false,
  isMarked: false,
  isRecording: false,
  isSignedOut: false,
  sent: null,
  usedUp: [],
  isLooking: true,
  isBack: false,
  needsPassword: false,
  codeFor: null,
  goesOnToCode: false,
  interrupted: null,
  carried: null,
  forNext: [],
})

export type FormAction =
  | { type: 'accountKnown'; account: Account | null }
  | { type: 'usageKnown'; usage: Usage; ownBytes?: number | null }
  | { type: 'settingsKnown'; settings: TransferSettings }
  | { type: 'senderRemembered'; email: string }
  | { type: 'monthsKnown'; usedUp: readonly string[] }
  | { type: 'sendAsChosen'; sendAs: Form['sendAs'] }
  | { type: 'filesPicked'; files: PickedFile[]; unreadable?: string[] }
  | { type: 'filesRemoved'; path: string }
  | { type: 'recording'; isRecording: boolean }
  | { type: 'largestRemoved' }
  | { type: 'noticeClosed'; id: number }
  | { type: 'chipsChanged'; chips: Chips }
  | { type: 'senderTyped'; text: string }
  | { type: 'messageTyped'; text: string }
  | { type: 'optionsChanged'; options: Partial<Options> }
  | { type: 'pressedTooEarly' }
  | { type: 'submitted' }
  | { type: 'codeWanted' }
  | { type: 'verified' }
  | { type: 'steppedBack' }
  | { type: 'queued' }
  | { type: 'watched'; form: Form }
  | { type: 'broughtBack'; form: Form; kept: KeptNotice | null }
  | { type: 'refused'; problem: Error }
  | { type: 'published'; sent: Sent; as?: Pick<Form, 'files' | 'chips' | 'sendAs'> }
  | { type: 'restarted' }
  | { type: 'draftFound'; draft: StoredDraft; rememberedSender: string }
  | { type: 'lookedBack' }
  | { type: 'sentEarlier'; draft: StoredDraft }
  | { type: 'draftSeen' }
  | { type: 'passwordWaived' }
  | { type: 'interruptedFound'; interrupted: Interrupted | null; sent?: TransferDetail }
  | { type: 'interruptedLeft'; path: string }
  | { type: 'sameAfterAll'; path: string }
  | { type: 'missingLeft' }
  | { type: 'interruptedDiscarded' }
  | { type: 'resumed' }
  | { type: 'resumeRefused'; why: ResumeNotice }

const withNotices = (form: Form, news: readonly NewNotice[]): Form => ({
  ...form,
  // A newer notice of a kind takes the older one's place: the list never grows without end.
  notices: [
    ...form.notices.filter((old) => !news.some((notice) => notice.kind === old.kind)),
    ...news.map((notice, index) => ({ ...notice, id: form.nextNotice + index })),
  ],
  nextNotice: form.nextNotice + news.length,
})

function addPicked(form: Form, more: PickedFile[], unreadable: string[]): Form {
  const { files, notices } = addFiles(withoutPickedAgain(form, more), more, form.plan)
  const news: NewNotice[] = unreadable.length > 0 ? [...notices, { kind: 'unreadable', paths: unreadable }] : [...notices]
  if (overBytes(files, form.plan) > 0 && files.length > form.files.length) news.push({ kind: 'overLimit' })
  return resumedByPick(withFiles(withNotices(form, news), files))
}

function withFiles(form: Form, files: PickedFile[]): Form {
  const fits = overBytes(files, form.plan) <= 0
  const notices = fits ? form.notices.filter((notice) => notice.kind !== 'overLimit') : form.notices
  return { ...form, files, notices, problem: null }
}

/** What has its row in the panel of an interrupted upload is taken out only there. */
function withoutListed(form: Form, goes: (file: PickedFile) => boolean): Form {
  const gone = new Set(listedFiles(form).filter(goes))
  return withFiles(
    form,
    form.files.filter((file) => !gone.has(file)),
  )
}

function withoutLargest(form: Form): Form {
  const largest = listedFiles(form).reduce<PickedFile | null>(
    (larger, file) => (larger && larger.size >= file.size ? larger : file),
    null,
  )
  return withoutListed(form, (file) => file === largest)
}

/** A path that ends in "/" takes everything inside of it along. */
const isWithin = (file: PickedFile, path: string): boolean =>
  file.path === path || (path.endsWith('/') && file.path.startsWith(path))

const isSame = (one: Account | null, other: Account | null): boolean =>
  (['_id', 'role', 'status', 'deleteAt'] as const).every((field) => one?.[field] === other?.[field]) &&
  areSameLimits(one?.ownLimits ?? null, other?.ownLimits ?? null)

/** Someone signed up, logged in or out beside the card: the plan changes, what was filled in does not. */
function withAccount(form: Form, account: Account | null): Form {
  if (isSame(form.account, account)) return form
  const role = account?.role ?? 'anon'
  const ownerId = account?._id ?? form.ownerId
  const codeFor = account ? null : form.codeFor
  const known = {
    account,
    ownerId,
    role,
    plan: account ? planOf(account) : plans.anon,
    usage: null,
    isSignedOut: account === null,
  }
  const changed: Form = { ...form, ...known, codeFor }
  return withLimit(form.step === 'verifying' && account ? { ...changed, step: 'form', isAsking: false } : changed)
}

/** Known before anything is asked; only what stands at its beginning makes way for it. */
function withLimit(form: Form): Form {
  if (form.step !== 'form' && form.step !== 'limit') return form
  const known = form.account && limitOfAccount(form.account, form.usage)
  // What an earlier visit has left may be what fills the storage.
  const limit = form.isLooking && known?.kind === 'storage' ? null : known
  return { ...form, limit, step: limit ? 'limit' : 'form' }
}

const lookedBack = (form: Form): Form => (form.isLooking ? withLimit({ ...form, isLooking: false }) : form)

function refuse(form: Form, problem: Error): Form {
  const limit = limitOfProblem(problem, form)
  const step = limit ? 'limit' : form.step === 'sending' ? 'form' : form.step
  return { ...form, step, limit, problem, isAsking: false }
}

/** A guest goes on as whom they were; an account's next one begins as an e-mail again (Q14). Another visit may have left something as well (Q23). */
const restarted = ({ sender, account, usedUp }: Form): Form => withAccount({ ...newForm(sender), usedUp }, account)

/** What was sent is a draft again; who sends by now, and what they have used, this card knows. */
function broughtBack({ account, usage, usedUp }: Form, draft: Form, kept: KeptNotice | null): Form {
  const form = withAccount({ ...draft, step: 'form', isAsking: false, problem: null, usage, usedUp }, account)
  return kept ? withNotices(form, [{ kind: kept }]) : form
}

/** Files that come while the code is typed belong to that draft; what comes once one is on its way, or has arrived, begins the next one. */
function atForm(form: Form): Form {
  if (form.step === 'done' || form.step === 'sending') return restarted(form)
  return form.step === 'verifying' ? { ...form, step: 'form', isAsking: false, problem: null } : form
}

export function formReducer(form: Form, action: FormAction): Form {
  switch (action.type) {
    case 'accountKnown':
      return withAccount(form, action.account)
    case 'usageKnown':
      return withLimit({ ...form, usage: { ...action.usage, ownBytes: action.ownBytes ?? earlierBytes(form) } })
    case 'settingsKnown':
      return withSettings(form, action.settings)
    case 'senderRemembered':
      return form.sender ? form : { ...form, sender: action.email }
    case 'monthsKnown':
      return { ...form, usedUp: action.usedUp }
    case 'sendAsChosen':
      return { ...form, sendAs: action.sendAs, problem: null }
    case 'filesPicked':
      return addPicked(atForm(form), action.files, action.unreadable ?? [])
    case 'filesRemoved':
      return withoutListed(form, (file) => isWithin(file, action.path))
    case 'largestRemoved':
      return withoutLargest(form)
    case 'recording':
      return { ...form, isRecording: action.isRecording }
    case 'noticeClosed':
      return { ...form, notices: form.notices.filter((notice) => notice.id !== action.id) }
    case 'chipsChanged':
      return { ...form, chips: action.chips, problem: null }
    case 'senderTyped':
      return { ...form, sender: action.text, codeFor: null, problem: null }
    case 'messageTyped':
      return { ...form, message: action.text, problem: null }
    case 'optionsChanged':
      return {
        ...form,
        options: { ...form.options, ...action.options },
        needsPassword: form.needsPassword && action.options.password === undefined,
        problem: null,
      }
    case 'pressedTooEarly':
      return { ...form, isMarked: true }
    case 'submitted':
      return {
        ...form,
        chips: endRecipient(form.chips),
        sender: normalizeEmail(form.sender),
        problem: null,
        isAsking: true,
        isMarked: false,
        isBack: false,
        goesOnToCode: false,
      }
    case 'codeWanted':
      return { ...form, step: 'verifying', isAsking: false, codeFor: normalizeEmail(form.sender) }
    case 'verified':
      return { ...form, step: 'sending', isAsking: false, problem: null, notices: [], codeFor: null }
    case 'steppedBack':
      return { ...form, step: 'form', isAsking: false, problem: null, limit: null, codeFor: null }
    case 'queued':
      return withNotices(restarted(form), [{ kind: 'queued' }])
    case 'watched':
      return { ...action.form, step: 'sending' }
    case 'broughtBack':
      return broughtBack(form, action.form, action.kept)
    case 'refused':
      return refuse(form, action.problem)
    case 'published':
      return { ...form, ...action.as, step: 'done', sent: action.sent }
    case 'restarted':
      return restarted(form)
    case 'draftFound':
      return withDraft(form, action.draft, action.rememberedSender)
    case 'lookedBack':
      return lookedBack(form)
    case 'sentEarlier':
      return lookedBack(form.step === 'form' ? withoutDraft(form, action.draft) : form)
    case 'draftSeen':
      return { ...form, isBack: false }
    case 'passwordWaived':
      return { ...form, needsPassword: false }
    case 'interruptedFound':
      return withLimit(withInterrupted(action.sent ? asSent(form, action.sent) : form, action.interrupted))
    case 'interruptedLeft':
      return withoutWanted(form, action.path)
    case 'sameAfterAll':
      return withSame(form, action.path)
    case 'missingLeft':
      return withoutMissing(form)
    case 'interruptedDiscarded':
      return withoutInterrupted(form)
    case 'resumed':
      return resumed(form)
    case 'resumeRefused':
      return withNotices(form, [{ kind: action.why }])
  }
}
