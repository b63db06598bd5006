// @vitest-environment node
import { plans } from '@sampan/contract/plans'
import { expect, test } from 'vitest'
import { addRecipients } from '../../product/recipients/chips.ts'
import { withChanged, withMoved, withNew, withoutDocument } from './documents.ts'
import {
  changesOf,
  type Draft,
  dueAtOf,
  endsBeforeDue,
  faultsOf,
  graceCutOn,
  hasContents,
  latestDueDay,
  newDraft,
  planForGrace,
  planUntilDue,
  remindersOffered,
  requestOf,
  templateOf,
  tomorrow,
  withDueDay,
  withSettings,
  withTemplate,
} from './draft.ts'
import { isSharedWith } from './words.ts'

const now = new Date(2026, 5, 10, 12)
const toLi: Draft = { ...newDraft, chips: addRecipients(newDraft.chips, ['li@a.cn']) }
const faults = (some: Partial<Draft>) => faultsOf({ ...toLi, ...some }, plans.pro, now)

test('R1 what is filled in is what is asked', () => {
  const documents = withChanged(withNew([]), '1', { name: ' Invoice ', accept: ['pdf'], isRequired: false })
  const body = requestOf(
    {
      ...toLi,
      documents,
      maxFileMegabytes: '2,5',
      maxFiles: '3',
      dueDay: '2026-06-20',
      graceDays: '2',
      notifyEmail: ' me@a.cn ',
    },
    plans.pro,
    'key',
    now,
  )
  expect(body).toMatchObject({
    sendAs: 'email',
    emailTo: [{ email: 'li@a.cn' }],
    documents: [{ name: 'Invoice', accept: ['pdf'], isRequired: false }],
    maxFileBytes: 2_500_000,
    maxFiles: 3,
    maxSubmissions: null,
    dueAt: new Date(2026, 5, 20, 23, 59, 59).getTime(),
    graceSeconds: 2 * 86_400,
    expirySeconds: 604_800,
    password: null,
    notifyEmail: 'me@a.cn',
    remindDays: [-3, 0, 3],
    requestKey: 'key',
  })
  expect(requestOf({ ...toLi, sendAs: 'link' }, plans.pro, 'key', now).emailTo).toEqual([])
  // Without documents anything is taken, or there would be nothing to send.
  expect(templateOf({ ...newDraft, takesOtherFiles: false }).takesOtherFiles).toBe(true)
})

test('R1 faults stand at the fields that the server names', () => {
  expect(faults({})).toEqual({})
  expect(faults({ chips: newDraft.chips })).toEqual({ emailTo: 'required' })
  expect(faults({ chips: newDraft.chips, sendAs: 'link' })).toEqual({})
  expect(faults({ documents: withNew([]) })).toEqual({ 'documents.0.name': 'required' })
  expect(faults({ dueDay: '2026-06-09' })).toEqual({ dueAt: 'tooSmall' })
  expect(faults({ password: 'short' })).toEqual({ password: 'passwordTooShort' })
  expect(faults({ maxFiles: '0', maxSubmissions: '1.5', maxFileMegabytes: 'big' })).toEqual({
    maxFiles: 'tooSmall',
    maxSubmissions: 'invalid',
    maxFileBytes: 'invalid',
  })
  expect(faults({ graceDays: '-1', notifyEmail: 'me' })).toEqual({ graceSeconds: 'tooSmall', notifyEmail: 'invalidEmail' })
  expect(faults({ expiry: 'custom', untilDay: '' })).toEqual({ expirySeconds: 'invalid' })
})

test('R1 of one that is there, a due date that is over stays, and a password that nobody touched', () => {
  const before = { ...newDraft, dueDay: '2026-06-01' }
  expect(faultsOf({ ...before, title: 'New' }, plans.pro, now, before)).toEqual({})
  expect(faultsOf({ ...before, dueDay: '2026-06-02' }, plans.pro, now, before)).toEqual({ dueAt: 'tooSmall' })
  expect(changesOf(before)).not.toHaveProperty('password')
  expect(changesOf({ ...before, password: 'ocean deep' })).toMatchObject({ password: 'ocean deep' })
  expect(changesOf({ ...before, removesPassword: true })).toMatchObject({ password: null })
  expect(changesOf(before)).not.toHaveProperty('emailTo')
})

test('R1 R7 the link lives until late files have come; where the plan lets it not, that is said, and no reminder of then is offered', () => {
  const late = { ...newDraft, dueDay: '2026-06-30' }
  const days = [-14, -3, 0, 3]
  expect(endsBeforeDue(late, plans.free, now)).toBe(true)
  expect(remindersOffered(late, days, plans.free, now)).toEqual([-14])
  expect(endsBeforeDue(late, plans.pro, now)).toBe(false)
  // The last day that the plan has is offered, with the plan that has more.
  const latest = { ...late, dueDay: latestDueDay(late, plans.free, now) }
  const nextDay = { ...late, dueDay: tomorrow(new Date(`${latest.dueDay}T12:00:00`)) }
  expect([endsBeforeDue(latest, plans.free, now), endsBeforeDue(nextDay, plans.free, now)]).toEqual([false, true])
  expect(planUntilDue(late, now)).toBe('personal')
  expect(remindersOffered(late, days, plans.pro, now)).toEqual(days)
  expect(remindersOffered({ ...late, graceDays: '0' }, days, plans.pro, now)).toEqual([-14, -3, 0])
  // Those of days that are over cannot be any more.
  const soon = { ...late, dueDay: '2026-06-12' }
  expect(remindersOffered(soon, days, plans.pro, now)).toEqual([0, 3])
  expect(endsBeforeDue(newDraft, plans.free, now)).toBe(false)
  expect(dueAtOf(newDraft)).toBeNull()
})

test('R3 R7 grace that the link does not live through is said with its last day, and with the plan that has more', () => {
  const soon: Draft = { ...newDraft, dueDay: '2026-06-14', graceDays: '2' }
  const long: Draft = { ...soon, graceDays: '60' }
  expect(graceCutOn(soon, plans.free, now)).toBeNull()
  expect(graceCutOn(long, plans.free, now)).toMatch(/^2026-0[67]-\d\d$/)
  expect(graceCutOn(long, plans[planForGrace(long, now)!], now)).toBeNull()
  // Without a due date there is none, and what ends before it is said another way.
  expect(graceCutOn({ ...long, dueDay: '' }, plans.free, now)).toBeNull()
  expect(graceCutOn({ ...long, dueDay: '2027-01-01' }, plans.free, now)).toBeNull()
})

test('R7 K1 grace that nobody has touched is no longer than the plan keeps the link', () => {
  const due = (dueDay: string, draft: Draft, plan: (typeof plans)[keyof typeof plans]) => ({
    ...draft,
    ...withDueDay(draft, dueDay, plan, now),
  })
  expect(due('2026-06-14', newDraft, plans.pro).graceDays).toBe('7')
  const [soon, late] = [due('2026-06-14', newDraft, plans.free), due('2026-06-17', newDraft, plans.free)]
  expect([soon.graceDays, late.graceDays]).toEqual(['2', '0'])
  for (const draft of [soon, late]) expect(graceCutOn(draft, plans.free, now)).toBeNull()
  // It follows the day, also back; what somebody has said stays.
  expect(due('', late, plans.free).graceDays).toBe('7')
  expect(due('2026-06-17', { ...soon, graceDays: '3' }, plans.free).graceDays).toBe('3')
})

test('R7 of a request that is there grace is cut by the end that its link has', () => {
  const long: Draft = { ...newDraft, dueDay: '2026-06-14', graceDays: '60' }
  const day = 86_400_000
  expect(graceCutOn(long, plans.free, now, now.getTime() + 20 * day)).toBe('2026-06-30')
  expect(graceCutOn(long, plans.free, now, now.getTime() + 90 * day)).toBeNull()
  expect(graceCutOn(long, plans.free, now, Number.POSITIVE_INFINITY)).toBeNull()
  expect(planForGrace(long, now, now.getTime() + 20 * day)).toBe(planForGrace(long, now))
})

test('R5 a template keeps what is asked, not whom or until when', () => {
  const draft: Draft = {
    ...toLi,
    title: 'Papers',
    documents: withChanged(withNew([]), '1', { name: 'Invoice' }),
    dueDay: '2026-06-20',
  }
  const begun = withTemplate({ ...newDraft, dueDay: '2026-07-01' }, templateOf(draft))
  expect(begun).toMatchObject({ title: 'Papers', dueDay: '2026-07-01', chips: newDraft.chips })
  expect(begun.documents.map(({ name, id }) => [name, id])).toEqual([['Invoice', null]])
})

test('B4 a new request begins as the account has it, and that alone is no draft', () => {
  const beginning = withSettings(newDraft, { message: 'Thanks', expirySeconds: 2_629_746, notifyOnUpload: false })
  expect(beginning).toMatchObject({ message: 'Thanks', expiry: 'month', notifies: false })
  expect(hasContents(beginning, beginning)).toBe(false)
  expect(hasContents({ ...beginning, title: 'a' }, beginning)).toBe(true)
  expect(hasContents(toLi, newDraft)).toBe(true)
})

test('R1 R5 an example is named once it came, stays without a word, and is in no template', () => {
  const example = { name: 'How it looks.pdf', size: 3 }
  const [came, kept, gone] = [
    { example: { ...example, uploadId: 'u' } },
    { id: 'kept', example: { ...example, uploadId: null } },
    { id: 'gone', example: null },
  ]
  const documents = [came, kept, gone].map((some, at) => ({ ...withNew([])[0]!, key: String(at), name: 'Invoice', ...some }))
  const draft = { ...toLi, documents }
  expect(changesOf(draft).documents?.map(({ exampleUploadId }) => exampleUploadId)).toEqual(['u', undefined, null])
  expect(templateOf(draft).documents?.some((document) => 'exampleUploadId' in document)).toBe(false)
  // What is on its way is waited for.
  const coming = withChanged(documents, '0', { example: { ...example, uploadId: '' } })
  expect(Object.keys(faults({ documents: coming.slice(0, 1) }))).toEqual(['documents.0.exampleUploadId'])
})

test('R1 documents are added below, moved within the list, and removed', () => {
  const three = withNew(withNew(withNew([])))
  const order = (documents: typeof three) => documents.map(({ key }) => key).join('')
  expect(order(three)).toBe('123')
  expect(order(withNew(three, '1'))).toBe('1423')
  expect(order(withMoved(three, '3', -1))).toBe('132')
  expect(order(withMoved(three, '1', -1))).toBe('123')
  expect(order(withoutDocument(three, '2'))).toBe('13')
})

test('M2 a request is shared as it is made; afterwards shares that nobody touched stay, and are taken back', () => {
  const shared: Draft = { ...toLi, shareWith: 'ann ben' }
  expect(requestOf(shared, plans.pro, 'key', now).shareWith).toEqual(['ann', 'ben'])
  expect(requestOf(toLi, plans.pro, 'key', now)).not.toHaveProperty('shareWith')
  expect(changesOf({ ...shared, title: 'Other' }, shared)).not.toHaveProperty('shareWith')
  expect(changesOf({ ...shared, shareWith: 'team' }, shared).shareWith).toEqual(['team'])
  expect(changesOf({ ...shared, shareWith: '' }, shared).shareWith).toEqual([])
})

test.each([
  ['me', ['team'], false],
  ['ann', ['team'], true],
  ['ann', ['ben', 'me'], true],
  ['ann', ['ben'], false],
] as const)('M2 asked by %s, shared with %j: shared with me %s', (authorId, shareWith, isShared) => {
  expect(isSharedWith('me', { authorId, shareWith: [...shareWith] })).toBe(isShared)
})
