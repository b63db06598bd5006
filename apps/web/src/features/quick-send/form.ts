/** The send card's draft and its steps, pure: form -> verifying -> sending -> done. No step loses the draft. */
import { Problem } from '@sampan/contract/errors'
import { type Plan, plans } from '@sampan/contract/plans'
import { normalizeEmail } from '@sampan/contract/rules/recipients'
import { addFiles, type FileNotice } from './add-files.ts'
import { type Chips, endRecipient, noChips } from './chips.ts'
import type { PickedFile } from './picked-file.ts'
import { overBytes } from './readiness.ts'

export type Step = 'form' | 'verifying' | 'sending' | 'done' | 'limit'
export type Notice = (FileNotice | { kind: 'overLimit' | 'cancelled' }) & { id: number }
type NewNotice = FileNotice | { kind: 'overLimit' | 'cancelled' }

export type Form = {
  step: Step
  plan: Plan
  files: PickedFile[]
  chips: Chips
  sender: string
  message: string
  notices: Notice[]
  nextNotice: number
  /** What the server refused, or that it did not answer; shown beside what caused it until that is changed. */
  problem: Error | null
  isAsking: boolean
}

export const newForm = (sender = ''): Form => ({
  step: 'form',
  plan: plans.anon,
  files: [],
  chips: noChips,
  sender,
  message: '',
  notices: [],
  nextNotice: 1,
  problem: null,
  isAsking: false,
})

export type FormAction =
  | { type: 'filesPicked'; files: PickedFile[]; unreadable?: string[] }
  | { type: 'filesRemoved'; path: string }
  | { type: 'largestRemoved' }
  | { type: 'noticeClosed'; id: number }
  | { type: 'chipsChanged'; chips: Chips }
  | { type: 'senderTyped'; text: string }
  | { type: 'messageTyped'; text: string }
  | { type: 'submitted' }
  | { type: 'codeWanted' }
  | { type: 'verified' }
  | { type: 'steppedBack' }
  | { type: 'cancelled' }
  | { type: 'refused'; problem: Error }
  | { type: 'published' }
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

function refuse(form: Form, problem: Error): Form {
  const code = problem instanceof Problem ? problem.code : null
  const step = code === 'monthUsedUp' ? 'limit' : form.step === 'sending' ? 'form' : form.step
  return { ...form, step, problem, isAsking: false }
}

export function formReducer(form: Form, action: FormAction): Form {
  switch (action.type) {
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
    case 'submitted':
      return { ...form, chips: endRecipient(form.chips), sender: normalizeEmail(form.sender), problem: null, isAsking: true }
    case 'codeWanted':
      return { ...form, step: 'verifying', isAsking: false }
    case 'verified':
      return { ...form, step: 'sending', isAsking: false, problem: null, notices: [] }
    case 'steppedBack':
      return { ...form, step: 'form', isAsking: false, problem: null }
    case 'cancelled':
      return withNotices({ ...form, step: 'form' }, [{ kind: 'cancelled' }])
    case 'refused':
      return refuse(form, action.problem)
    case 'published':
      return { ...form, step: 'done' }
    case 'restarted':
      return newForm(form.sender)
  }
}
