/** The send card's draft and its steps, pure: form -> verifying -> sending -> done. No step loses the draft. */
import { type Plan, planOf, plans, type Role } from '@sampan/contract/plans'
import type { RouteReply } from '@sampan/contract/routes/route'
import type { quicksend2 } from '@sampan/contract/routes/transfers'
import { normalizeEmail } from '@sampan/contract/rules/recipients'
import { addFiles, type FileNotice } from './add-files.ts'
import { type Chips, endRecipient, noChips } from './chips.ts'
import { type Account, type Limit, limitOfAccount, limitOfProblem, type Usage } from './limits.ts'
import { newOptions, type Options } from './options.ts'
import type { PickedFile } from './picked-file.ts'
import { overBytes } from './readiness.ts'

export type Step = 'form' | 'verifying' | 'sending' | 'done' | 'limit'
type NewNotice = FileNotice | { kind: 'overLimit' | 'cancelled' }
export type Notice = NewNotice & { id: number }
/** What was published. */
export type Sent = Pick<RouteReply<typeof quicksend2>, 'slug' | 'linkUrl' | 'expiryDate' | 'expirySeconds'>

export type Form = {
  step: Step
  /** null: a visitor. */
  account: Account | null
  role: Role
  plan: Plan
  /** What the account has used, once it is known. */
  usage: Usage | null
  sendAs: 'email' | 'link'
  files: PickedFile[]
  chips: Chips
  sender: string
  message: string
  options: Options
  notices: Notice[]
  nextNotice: number
  /** What the server refused, or that it did not answer; shown beside what caused it until that is changed. */
  problem: Error | null
  limit: Limit | null
  isAsking: boolean
  /** The session ended beside the draft. */
  isSignedOut: boolean
  sent: Sent | null
}

export const newForm = (sender = ''): Form => ({
  step: 'form',
  account: null,
  role: 'anon',
  plan: plans.anon,
  usage: null,
  sendAs: 'email',
  files: [],
  chips: noChips,
  sender,
  message: '',
  options: newOptions,
  notices: [],
  nextNotice: 1,
  problem: null,
  limit: null,
  isAsking: false,
  isSignedOut: false,
  sent: null,
})

export type FormAction =
  | { type: 'accountKnown'; account: Account | null }
  | { type: 'usageKnown'; usage: Usage }
  | { type: 'senderRemembered'; email: string }
  | { type: 'sendAsChosen'; sendAs: Form['sendAs'] }
  | { type: 'filesPicked'; files: PickedFile[]; unreadable?: string[] }
  | { type: 'filesRemoved'; path: string }
  | { type: 'largestRemoved' }
  | { type: 'noticeClosed'; id: number }
  | { type: 'chipsChanged'; chips: Chips }
  | { type: 'senderTyped'; text: string }
  | { type: 'messageTyped'; text: string }
  | { type: 'optionsChanged'; options: Partial<Options> }
  | { type: 'submitted' }
  | { type: 'codeWanted' }
  | { type: 'verified' }
  | { type: 'steppedBack' }
  | { type: 'cancelled' }
  | { type: 'refused'; problem: Error }
  | { type: 'published'; sent: Sent }
  | { type: 'restarted' }

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
  const { files, notices } = addFiles(form.files, more, form.plan)
  const news: NewNotice[] = unreadable.length > 0 ? [...notices, { kind: 'unreadable', paths: unreadable }] : [...notices]
  if (overBytes(files, form.plan) > 0 && files.length > form.files.length) news.push({ kind: 'overLimit' })
  return withFiles(withNotices(form, news), files)
}

function withFiles(form: Form, files: PickedFile[]): Form {
  const fits = overBytes(files, form.plan) <= 0
  const notices = fits ? form.notices.filter((notice) => notice.kind !== 'overLimit') : form.notices
  return { ...form, files, notices, problem: null }
}

function withoutLargest(form: Form): Form {
  const largest = form.files.reduce<PickedFile | null>((most, file) => (most && most.size >= file.size ? most : file), null)
  return largest
    ? withFiles(
        form,
        form.files.filter((file) => file !== largest),
      )
    : form
}

/** A path that ends in "/" takes everything inside of it along. */
const isWithin = (file: PickedFile, path: string): boolean =>
  file.path === path || (path.endsWith('/') && file.path.startsWith(path))

const isSame = (one: Account | null, other: Account | null): boolean =>
  one?._id === other?._id && one?.role === other?.role && one?.status === other?.status

/** Someone signed up, logged in or out beside the card: the plan changes, what was filled in does not. */
function withAccount(form: Form, account: Account | null): Form {
  if (isSame(form.account, account)) return form
  const role = account?.role ?? 'anon'
  const changed: Form = { ...form, account, role, plan: planOf(role), usage: null, isSignedOut: account === null }
  return withLimit(form.step === 'verifying' && account ? { ...changed, step: 'form', isAsking: false } : changed)
}

/** Known before anything is asked; only what stands at its beginning makes way for it. */
function withLimit(form: Form): Form {
  if (form.step !== 'form' && form.step !== 'limit') return form
  const limit = form.account && limitOfAccount(form.account, form.usage)
  return { ...form, limit, step: limit ? 'limit' : 'form' }
}

function refuse(form: Form, problem: Error): Form {
  const limit = limitOfProblem(problem, form)
  const step = limit ? 'limit' : form.step === 'sending' ? 'form' : form.step
  return { ...form, step, limit, problem, isAsking: false }
}

/** A visitor goes on as whom they were; an account's next one begins as an e-mail again (Q14). */
const restarted = ({ sender, account }: Form): Form => withAccount(newForm(sender), account)

export function formReducer(form: Form, action: FormAction): Form {
  switch (action.type) {
    case 'accountKnown':
      return withAccount(form, action.account)
    case 'usageKnown':
      return withLimit({ ...form, usage: action.usage })
    case 'senderRemembered':
      return form.sender ? form : { ...form, sender: action.email }
    case 'sendAsChosen':
      return { ...form, sendAs: action.sendAs, problem: null }
    case 'filesPicked':
      return addPicked(form, action.files, action.unreadable ?? [])
    case 'filesRemoved':
      return withFiles(
        form,
        form.files.filter((file) => !isWithin(file, action.path)),
      )
    case 'largestRemoved':
      return withoutLargest(form)
    case 'noticeClosed':
      return { ...form, notices: form.notices.filter((notice) => notice.id !== action.id) }
    case 'chipsChanged':
      return { ...form, chips: action.chips, problem: null }
    case 'senderTyped':
      return { ...form, sender: action.text, problem: null }
    case 'messageTyped':
      return { ...form, message: action.text, problem: null }
    case 'optionsChanged':
      return { ...form, options: { ...form.options, ...action.options }, problem: null }
    case 'submitted':
      return { ...form, chips: endRecipient(form.chips), sender: normalizeEmail(form.sender), problem: null, isAsking: true }
    case 'codeWanted':
      return { ...form, step: 'verifying', isAsking: false }
    case 'verified':
      return { ...form, step: 'sending', isAsking: false, problem: null, notices: [] }
    case 'steppedBack':
      return { ...form, step: 'form', isAsking: false, problem: null, limit: null }
    case 'cancelled':
      return withNotices({ ...form, step: 'form' }, [{ kind: 'cancelled' }])
    case 'refused':
      return refuse(form, action.problem)
    case 'published':
      return { ...form, step: 'done', sent: action.sent }
    case 'restarted':
      return restarted(form)
  }
}
