// @vitest-environment node
import { expect, test } from 'vitest'
import type { WantedFile } from '../../../product/files/picked-again.ts'
import { type Form, type FormAction, formReducer, newForm } from './form.ts'
import type { Interrupted } from './form-state.ts'
import { listedFiles, panelOf } from './interrupted-form.ts'
import type { StoredDraft } from './kept-draft-store.ts'
import { newOptions } from './options.ts'

const wanted = (path: string, more: Partial<WantedFile> = {}): WantedFile => ({
  path,
  size: 3,
  lastModified: 5,
  isWhole: false,
  ...more,
})
const picked = (path: string, size = 3) => ({ path, size, lastModified: 5, blob: new Blob(['x'.repeat(size)]) })
const files = [wanted('a'), wanted('b', { isWhole: true }), wanted('c')]
const found = (more: Partial<Interrupted> = {}): Interrupted => ({
  upload: { uploadId: 'u', isPublished: false },
  slug: 's',
  files,
  storedBytes: 4,
  untilMs: 0,
  left: [],
  ...more,
})
const after = (...actions: FormAction[]): Form => actions.reduce(formReducer, newForm('anna@b.uk'))
const offer = (more?: Partial<Interrupted>): FormAction => ({ type: 'interruptedFound', interrupted: found(more) })
const pick = (...paths: (string | [string, number])[]): FormAction => ({
  type: 'filesPicked',
  files: paths.map((path) => (typeof path === 'string' ? picked(path) : picked(...path))),
})
const names = (form: Form) => form.files.map(({ path }) => path)

test('Q23 it is offered until the last file that is needed was picked, then goes on by itself as the draft', () => {
  const offered = after(offer(), pick('a'))
  expect(offered.interrupted).not.toBeNull()
  const { missing, rows } = panelOf(offered, offered.interrupted!)
  expect([missing, rows].map((list) => list.map(({ path }) => path))).toEqual([['c'], ['a', 'c', 'b']])
  const form = formReducer(offered, pick('more', 'c'))
  expect(form).toMatchObject({ step: 'form', interrupted: null, carried: { uploadId: 'u', isPublished: false } })
  expect(names(form)).toEqual(['a', 'b', 'c', 'more'])
})

test('Q23 what the panel tells of is not listed a second time', () => {
  const offered = after(offer(), pick('a', 'more', ['c', 4]))
  expect(listedFiles(offered).map(({ path }) => path)).toEqual(['more'])
  const form = formReducer(offered, pick('c'))
  expect(listedFiles(form)).toBe(form.files)
})

test.each<[string, FormAction]>([
  ['the row of a folder', { type: 'filesRemoved', path: 'photos/' }],
  ['the largest', { type: 'largestRemoved' }],
])('Q23 what is taken out of the list below the panel takes nothing from the panel: %s', (_, action) => {
  const offered = after(offer({ files: [wanted('photos/a'), wanted('photos/c')] }), pick('photos/a', ['photos/more', 2]))
  expect(names(formReducer(offered, action))).toEqual(['photos/a'])
})

test('Q23 after another file of that name the right one takes its place; where nothing is asked for it is there twice', () => {
  const differs = after(offer(), pick('a', ['c', 4]))
  expect(differs.interrupted).not.toBeNull()
  const form = formReducer(differs, pick('c'))
  expect(form).toMatchObject({ interrupted: null, notices: [] })
  expect(form.files.map(({ path, size }) => [path, size])).toEqual([
    ['a', 3],
    ['b', 3],
    ['c', 3],
  ])
  expect(formReducer(form, pick(['c', 4])).notices).toMatchObject([{ kind: 'duplicates', paths: ['c'] }])
})

test('Q23 picked before the server has answered: goes on at once', () => {
  expect(after(pick('a', 'c'), offer())).toMatchObject({ interrupted: null, carried: { uploadId: 'u' } })
})

test('Q23 Resume does nothing while something is missing', () => {
  expect(after(offer(), pick('a'), { type: 'resumed' }).interrupted).not.toBeNull()
})

test('Q23 another file under the name is taken only when it is said so; the old one is then to be taken out', () => {
  const offered = after(offer(), pick('a', ['c', 9]))
  expect(panelOf(offered, offered.interrupted!).match.changed.get('c')?.differs).toBe('size')
  const form = formReducer(offered, { type: 'interruptedLeft', path: 'c' })
  expect(form.interrupted).toBeNull()
  expect(form.files.map(({ path, size }) => [path, size])).toEqual([
    ['a', 3],
    ['b', 3],
    ['c', 9],
  ])
  expect(form.carried?.without).toEqual(['c'])
})

test('Q23 the one file that was missing is another one now: taking it is all there was to decide', () => {
  const form = after(offer({ files: files.slice(1) }), pick(['c', 9]), { type: 'interruptedLeft', path: 'c' })
  expect(names(form)).toEqual(['b', 'c'])
})

test('Q23 leaving the last file out does not go on with nothing', () => {
  expect(after(offer({ files: [wanted('a')] }), { type: 'interruptedLeft', path: 'a' })).toMatchObject({ carried: null })
})

test('Q23 a file that is not there any more can be left out', () => {
  const form = after(offer(), pick('a'), { type: 'interruptedLeft', path: 'c' })
  expect(names(form)).toEqual(['a', 'b'])
  expect(form.carried?.without).toEqual(['c'])
})

test('Q23 what was sent already goes on with sending, with its own files alone', () => {
  const form = after(offer({ upload: { uploadId: 'u', isPublished: true } }), pick('more', 'a', 'c'))
  expect(form).toMatchObject({ step: 'sending', interrupted: null, carried: { isPublished: true } })
  expect(names(form)).toEqual(['a', 'b', 'c'])
  expect(
    form.forNext.map(({ path }) => path),
    'what was picked beside them is the next transfer’s',
  ).toEqual(['more'])
})

test('Q20 files of which nothing was sent are only asked for again', () => {
  const form = after(offer({ upload: null, slug: null, files: [wanted('a')] }), pick('a'))
  expect(form).toMatchObject({ interrupted: null, carried: null })
  expect(names(form)).toEqual(['a'])
})

test('Q23 who has pressed Send by the time it is found has decided', () => {
  expect(after(pick('x'), { type: 'verified' }, offer()).interrupted).toBeNull()
})

const { password: _, ...options } = newOptions
const left: StoredDraft = {
  savedAtMs: 1,
  accountId: null,
  sendAs: 'link',
  chips: ['li@a.cn'],
  typed: '',
  sender: 'anna@b.uk',
  message: 'Hello',
  options: { ...options, downloadLimit: '3' },
  hadPassword: true,
  fileCount: 1,
  upload: { uploadId: 'u', isPublished: true },
}
const comeBack: FormAction = { type: 'draftFound', draft: left, rememberedSender: '' }
const known: FormAction = {
  type: 'accountKnown',
  account: { _id: '1', email: 'anna@b.uk', role: 'pro', ownLimits: null, status: 'active', deleteAt: null },
}
const sentBefore = offer({ upload: { uploadId: 'u', isPublished: true } })

test('Q20 Q11 what may not have been published after all waits for the password that it had', () => {
  const form = after(known, comeBack, sentBefore, pick('a', 'c'))
  expect(form).toMatchObject({ step: 'form', isBack: true, needsPassword: true, interrupted: null })
  const waived = after(known, comeBack, { type: 'passwordWaived' }, sentBefore, pick('a', 'c'))
  expect(waived).toMatchObject({ step: 'sending', isBack: false })
})

const discard: FormAction = { type: 'interruptedDiscarded' }
const noPassword: FormAction = { ...comeBack, draft: { ...left, hadPassword: false } }
test.each<[string, boolean, FormAction[]]>([
  ['it was seen', false, [noPassword, offer(), discard]],
  [
    'its last file was left out',
    false,
    [noPassword, offer({ upload: null, files: [wanted('a')] }), { type: 'interruptedLeft', path: 'a' }],
  ],
  ['its password is still asked for', true, [comeBack, offer(), discard]],
  ['its line was closed', false, [comeBack, { type: 'draftSeen' }, offer(), discard]],
])('Q20 Q23 with the upload discarded, that the draft is back is told no more: %s', (_, isBack, actions) => {
  expect(after(...actions)).toMatchObject({ isBack, interrupted: null, message: 'Hello' })
})

const waiting: StoredDraft = { ...left, sendAs: 'email', hadPassword: false, options, codeFor: 'anna@b.uk' }
const cameBack: FormAction = { type: 'draftFound', draft: waiting, rememberedSender: '' }
const goOn = [offer(), pick('a', 'c')]
test.each<[string, boolean, FormAction[]]>([
  ['goes on there', true, [cameBack, ...goOn]],
  ['with nothing to pick', true, [cameBack, offer({ files: [wanted('b', { isWhole: true })] }), { type: 'resumed' }]],
  ['where nothing had been sent', true, [cameBack, offer({ upload: null, files: [wanted('a')] }), pick('a')]],
  ['not while a file is missing', false, [cameBack, offer(), pick('a')]],
  ['not with another address', false, [cameBack, { type: 'senderTyped', text: 'bo@b.uk' }, ...goOn]],
  ['not with nobody to send to', false, [cameBack, { type: 'chipsChanged', chips: newForm().chips }, ...goOn]],
  ['not as a link', false, [cameBack, { type: 'sendAsChosen', sendAs: 'link' }, ...goOn]],
  ['not signed in', false, [cameBack, known, ...goOn]],
  ['not signed in before', false, [known, cameBack, ...goOn]],
  ['not where no code is waited for', false, [{ ...cameBack, draft: { ...waiting, codeFor: null } }, ...goOn]],
  ['not twice where Send was pressed', false, [cameBack, { type: 'submitted' }, ...goOn]],
  ['what was sent already is not asked for it', false, [cameBack, sentBefore, pick('a', 'c')]],
])('Q12 Q20 whoever had reached the code step: %s', (_, goesOnToCode, actions) => {
  expect(after(...actions).goesOnToCode).toBe(goesOnToCode)
})

test('Q12 Q20 an address that is still being typed counts at the code step; stepping back from there ends it', () => {
  const typed: FormAction = { type: 'chipsChanged', chips: { list: ['li@a.cn'], typed: 'bo@b.in', skipped: 0 } }
  const form = after(cameBack, typed, ...goOn, { type: 'submitted' }, { type: 'codeWanted' })
  expect(form).toMatchObject({
    step: 'verifying',
    isBack: false,
    goesOnToCode: false,
    chips: { list: ['li@a.cn', 'bo@b.in'], typed: '' },
  })
  expect(formReducer(form, { type: 'steppedBack' })).toMatchObject({ step: 'form', codeFor: null })
  expect(after({ type: 'codeWanted' }).codeFor).toBe('anna@b.uk')
})

test('Q20 that all of it had arrived takes out what came back, not what was typed and picked since', () => {
  const back = after(comeBack)
  expect(formReducer(back, { type: 'sentEarlier', draft: left })).toMatchObject({
    ...{ chips: { list: [] }, message: '', sendAs: 'email', options: newOptions },
    ...{ isBack: false, isLooking: false, needsPassword: false, sender: 'anna@b.uk' },
  })
  const more = after(comeBack, pick('x'), { type: 'messageTyped', text: 'Another' })
  const typed = formReducer(more, { type: 'chipsChanged', chips: { list: ['li@a.cn', 'bo@b.in'], typed: 'jo', skipped: 0 } })
  const form = formReducer(typed, { type: 'sentEarlier', draft: left })
  expect(form).toMatchObject({ message: 'Another', chips: { list: ['bo@b.in'], typed: 'jo' } })
  expect(names(form)).toEqual(['x'])
})

test('Q20 who has pressed Send keeps everything, whatever had arrived', () => {
  const sending = after(comeBack, pick('x'), { type: 'verified' })
  expect(formReducer(sending, { type: 'sentEarlier', draft: left })).toEqual({ ...sending, isLooking: false })
})

test("Q21 Q23 the room of what was interrupted is the draft's own, before and after it goes on", () => {
  const usage = { folderSize: 9, storageBytes: 10, thisMonthsTransfers: 0, transfersPerMonth: null }
  const usageKnown: FormAction = { type: 'usageKnown', usage }
  expect(after(known, usageKnown, offer()).usage?.ownBytes).toBe(9)
  expect(after(known, offer(), usageKnown).usage?.ownBytes).toBe(9)
  expect(after(known, usageKnown, offer(), pick('a', 'c')).usage?.ownBytes).toBe(9)
  expect(after(known, usageKnown, offer({ upload: null })).usage?.ownBytes).toBe(0)
})

test('Q20 where every file had arrived the draft is simply there again; what was sent already is still asked about', () => {
  const whole = [wanted('a', { isWhole: true }), wanted('b', { isWhole: true })]
  const back = after(offer({ files: whole }))
  expect(back).toMatchObject({ interrupted: null, step: 'form', carried: { uploadId: 'u' } })
  expect(names(back)).toEqual(['a', 'b'])
  expect(after(offer({ files: whole, upload: { uploadId: 'u', isPublished: true } })).interrupted).not.toBeNull()
})

test('Q20 Q23 what was refused for a limit is not asked for again', () => {
  const huge = wanted('huge', { size: 3_500_000_000, isNew: true })
  const offered = after(offer({ files: [...files, huge] }))
  expect(offered.interrupted?.files.map(({ path }) => path)).toEqual(['a', 'b', 'c'])
  expect(after(offer({ upload: null, files: [huge] })).interrupted).toBeNull()
  const back = after(offer({ files: [wanted('a', { isWhole: true }), huge] }))
  expect([back.interrupted, names(back)]).toEqual([null, ['a']])
})

test('Q23 all that is still missing can be left out at once', () => {
  const form = after(offer(), { type: 'missingLeft' })
  expect([form.interrupted, names(form)]).toEqual([null, ['b']])
  expect(form.carried?.without).toEqual(['a', 'c'])
})

test.each([true, false])(
  'Q23 a file of another date is not taken for the same, but asked about (sent already: %s)',
  (isPublished) => {
    const changed = { ...picked('a'), lastModified: 6 }
    const upload = { uploadId: 'u', isPublished }
    const asked = after(offer({ upload, files: files.slice(0, 2) }), { type: 'filesPicked', files: [changed] })
    expect(asked.step).toBe('form')
    expect(panelOf(asked, asked.interrupted!).match.changed.get('a')).toMatchObject({ differs: 'date' })
    const form = formReducer(asked, { type: 'sameAfterAll', path: 'a' })
    expect(form).toMatchObject({ step: isPublished ? 'sending' : 'form', interrupted: null, carried: { uploadId: 'u' } })
    expect(names(form)).toEqual(['a', 'b'])
  },
)
