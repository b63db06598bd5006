// @vitest-environment node
import { type ErrorCode, Problem } from '@sampan/contract/errors'
import { expect, test } from 'vitest'
import type { PickedFile } from '../../../product/files/picked-file.ts'
import { type Form, type FormAction, formReducer, newForm } from './form.ts'
import type { Account } from './limits.ts'

const file = (path: string, size = 1): PickedFile => ({ path, size, lastModified: 0, blob: new Blob() })
const after = (form: Form, ...actions: FormAction[]): Form => actions.reduce(formReducer, form)
const pick = (...files: PickedFile[]): FormAction => ({ type: 'filesPicked', files })
const sent = { _id: 'transfer', slug: 'abcdefg', linkUrl: null, expiryDate: 0, expirySeconds: 604_800 }
const account = (more: Partial<Account> = {}): Account => ({
  _id: '1',
  email: 'anna@b.uk',
  role: 'free',
  ownLimits: null,
  status: 'active',
  deleteAt: null,
  ...more,
})
const known = (more: Partial<Account> = {}): FormAction => ({ type: 'accountKnown', account: account(more) })
const kinds = (form: Form) => form.notices.map((notice) => notice.kind)
const paths = (form: Form) => form.files.map((each) => each.path)

const draft = after(
  newForm('anna@b.uk'),
  pick(file('a.pdf')),
  { type: 'chipsChanged', chips: { list: ['li@a.cn'], typed: '', skipped: 0 } },
  { type: 'messageTyped', text: 'Hello' },
)
const contents = ({ files, chips, sender, message }: Form) => ({ files, chips, sender, message })

test('Q3 a file that is in the list already is dropped, and the sender is told', () => {
  const form = after(newForm(), pick(file('A/x'), file('x')), pick(file('x'), file('B/x')))
  expect(paths(form)).toEqual(['A/x', 'x', 'B/x'])
  expect(form.notices).toMatchObject([{ kind: 'duplicates', paths: ['x'] }])
})

test('Q4 blocked files are removed with their own notices', () => {
  const form = after(newForm(), pick(file('page.HTML'), file('run.exe'), file('Film.1080p.mkv'), file('clip.mp4')))
  expect(paths(form)).toEqual(['clip.mp4'])
  expect(form.notices).toMatchObject([
    { kind: 'insecureFileType', paths: ['page.HTML', 'run.exe'] },
    { kind: 'releaseFile', paths: ['Film.1080p.mkv'] },
  ])
})

test('Q17 going over the limit says so; removing the largest takes the notice back', () => {
  const over = after(newForm(), pick(file('small', 10), file('huge', 3_000_000_001)))
  expect(kinds(over)).toEqual(['overLimit'])
  const fits = after(over, { type: 'largestRemoved' })
  expect(paths(fits)).toEqual(['small'])
  expect(kinds(fits)).toEqual([])
})

test('Q2 removing a folder removes what is in it and nothing else', () => {
  const form = after(newForm(), pick(file('A/x'), file('A/b/y'), file('AB/z'), file('A')), { type: 'filesRemoved', path: 'A/' })
  expect(paths(form)).toEqual(['AB/z', 'A'])
})

test('Q12 the draft survives the code, the way back and every refusal', () => {
  const back = after(draft, { type: 'submitted' }, { type: 'codeWanted' }, { type: 'steppedBack' })
  expect(back.step).toBe('form')
  expect(contents(back)).toEqual(contents(draft))
  for (const code of ['tooManyRecipients', 'monthUsedUp', 'internal', 'rateLimited'] as const) {
    const refused = after(draft, { type: 'submitted' }, { type: 'verified' }, { type: 'refused', problem: new Problem(code) })
    expect(contents(refused)).toEqual(contents(draft))
    expect(refused.step).toBe(code === 'monthUsedUp' ? 'limit' : 'form')
  }
})

test('Q13 a cancelled transfer leads back to the draft and says how long it can be resumed', () => {
  const sending = after(draft, { type: 'verified' })
  const form = after(sending, { type: 'broughtBack', form: sending, kept: 'cancelled' })
  expect(form.step).toBe('form')
  expect(kinds(form)).toEqual(['cancelled'])
  // The same list, or the upload could not be found again.
  expect(form.files).toBe(draft.files)
})

test('Q25 files that come while one is on its way begin the next, empty otherwise; what waits is told in the next card', () => {
  const next = after(draft, { type: 'verified' }, { type: 'filesPicked', files: [file('next')] })
  expect(next).toMatchObject({ step: 'form', sender: 'anna@b.uk', message: '' })
  expect(next.files.map(({ path }) => path)).toEqual(['next'])
  const queued = after(draft, { type: 'verified' }, { type: 'queued' })
  expect(queued).toMatchObject({ step: 'form', files: [], chips: { list: [] } })
  expect(kinds(queued)).toEqual(['queued'])
  expect(after(queued, { type: 'watched', form: draft })).toEqual({ ...draft, step: 'sending' })
})

test('Q25 a draft that comes back into the card is of who is signed in by then', () => {
  const sending = after(draft, known(), { type: 'verified' })
  const signedOut = after(newForm('anna@b.uk'), { type: 'broughtBack', form: sending, kept: null })
  expect(signedOut).toMatchObject({ step: 'form', account: null, role: 'anon', isSignedOut: true, notices: [] })
  expect(contents(signedOut)).toEqual(contents(draft))
})

test('Q13 a refusal goes as soon as its cause is changed', () => {
  const refused = after(draft, { type: 'refused', problem: new Problem('tooManyRecipients') })
  expect(after(refused, { type: 'chipsChanged', chips: draft.chips }).problem).toBeNull()
})

test('Q14 Send Another starts empty and keeps the sender', () => {
  const form = after(draft, { type: 'verified' }, { type: 'published', sent }, { type: 'restarted' })
  expect(form).toMatchObject({ step: 'form', files: [], sender: 'anna@b.uk', message: '' })
})

test('Q14 an account goes on as itself, and by e-mail again', () => {
  const form = after(draft, known(), { type: 'sendAsChosen', sendAs: 'link' }, { type: 'published', sent }, { type: 'restarted' })
  expect(form).toMatchObject({ step: 'form', sendAs: 'email', account: { _id: '1' }, role: 'free', files: [] })
})

test('Q20 signing up, or logging out, beside the draft changes the plan and nothing else', () => {
  const signedUp = after(draft, { type: 'optionsChanged', options: { password: 'secret!' } }, known({ role: 'pro' }))
  expect(contents(signedUp)).toEqual(contents(draft))
  expect(signedUp).toMatchObject({ role: 'pro', isSignedOut: false })
  expect(signedUp.plan.links).toBe(true)
  const signedOut = after(signedUp, { type: 'accountKnown', account: null })
  expect(contents(signedOut)).toEqual(contents(draft))
  expect(signedOut).toMatchObject({ role: 'anon', isSignedOut: true, options: { password: 'secret!' } })
  expect(after(signedOut, known()).isSignedOut).toBe(false)
})

test('Q4 an account may send what a visitor may not', () => {
  expect(paths(after(newForm(), known(), pick(file('run.exe'))))).toEqual(['run.exe'])
})

test('Q16 what is known of an account takes the place of the form; the draft waits behind it', () => {
  const usage = { folderSize: 0, storageBytes: 10, thisMonthsTransfers: 10, transfersPerMonth: 10 }
  expect(after(draft, known({ status: 'revoke' }))).toMatchObject({ step: 'limit', limit: { kind: 'suspended' } })
  const leaving = after(draft, known({ status: 'revoke', deleteAt: 7 }))
  expect(leaving).toMatchObject({ step: 'limit', limit: { kind: 'leaving', deleteAt: 7 } })
  expect(after(leaving, known({ status: 'revoke' })).limit).toEqual({ kind: 'suspended' })
  expect(after(leaving, known())).toMatchObject({ step: 'form', limit: null })
  expect(after(draft, known({ status: 'past_due' }))).toMatchObject({ step: 'limit', limit: { kind: 'trial' } })
  const month = after(draft, known(), { type: 'usageKnown', usage })
  expect(month).toMatchObject({ step: 'limit', limit: { kind: 'month', role: 'free', transfers: 10 } })
  expect(contents(after(month, { type: 'steppedBack' }))).toEqual(contents(draft))
  const looking = after(draft, known(), { type: 'usageKnown', usage: { ...usage, thisMonthsTransfers: 0, folderSize: 10 } })
  expect(looking).toMatchObject({ step: 'form', limit: null })
  const full = after(looking, { type: 'lookedBack' })
  expect(full).toMatchObject({ step: 'limit', limit: { kind: 'storage', limitBytes: 10 } })
  const roomy = { ...usage, thisMonthsTransfers: 0 }
  expect(after(full, { type: 'usageKnown', usage: roomy })).toMatchObject({ step: 'form', limit: null })
})

test("Q16 Q21 what the draft's own upload holds of the storage does not stand in its way", () => {
  const usage = { folderSize: 10, storageBytes: 10, thisMonthsTransfers: 0, transfersPerMonth: 10 }
  const full: FormAction = { type: 'usageKnown', usage, ownBytes: 4 }
  expect(after(draft, { type: 'lookedBack' }, known(), full)).toMatchObject({ step: 'form', usage: { ownBytes: 4 } })
  const other: FormAction = { type: 'usageKnown', usage, ownBytes: null }
  expect(after(draft, { type: 'lookedBack' }, known(), other).step).toBe('limit')
})

test('Q20 whose words they are is kept in mind when the session ends', () => {
  expect(after(draft, known(), { type: 'accountKnown', account: null })).toMatchObject({ account: null, ownerId: '1' })
  expect(after(draft, known(), { type: 'accountKnown', account: null }, { type: 'restarted' }).ownerId).toBeNull()
})

test('Q16 what the server refuses takes the place of the form as well', () => {
  const refused = (code: ErrorCode, details = {}) =>
    after(draft, { type: 'verified' }, { type: 'refused', problem: new Problem(code, details) }).limit
  expect(refused('accountSuspended')).toEqual({ kind: 'suspended' })
  expect(refused('planUnpaid')).toEqual({ kind: 'trial' })
  expect(refused('storageFull', { limitBytes: 7 })).toEqual({ kind: 'storage', limitBytes: 7 })
  expect(refused('monthUsedUp', { role: 'personal' })).toEqual({ kind: 'month', role: 'personal', transfers: 30 })
  expect(refused('monthUsedUp', { role: 'free', limit: 4 })).toEqual({ kind: 'month', role: 'free', transfers: 4 })
  expect(refused('rateLimited')).toBeNull()
})

test('Q16 a transfer that runs is not interrupted by what becomes known of the account', () => {
  expect(after(draft, { type: 'verified' }, known({ status: 'unpaid' })).step).toBe('sending')
})

test('Q1 files that come while the code is typed join the draft, after the arrival they begin the next one', () => {
  const verifying = after(draft, { type: 'codeWanted' })
  expect(after(verifying, pick(file('b.pdf')))).toMatchObject({ step: 'form', codeFor: 'anna@b.uk', message: 'Hello' })
  expect(paths(after(verifying, pick(file('b.pdf'))))).toEqual(['a.pdf', 'b.pdf'])
  const done = after(draft, { type: 'published', sent })
  expect(after(done, pick(file('b.pdf')))).toMatchObject({ step: 'form', sent: null, message: '' })
  expect(paths(after(done, pick(file('b.pdf'))))).toEqual(['b.pdf'])
})
