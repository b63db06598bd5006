// @vitest-environment node
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { type Form, newForm } from './form.ts'
import {
  cardBerth,
  forgetDraft,
  hasDraft,
  isCardFree,
  keepDraft,
  keepUpload,
  keptDraft,
  sealDraft,
  unsealDraft,
} from './kept-draft.ts'

const files = [{ path: 'a.pdf', size: 1, lastModified: 0, blob: new Blob() }]
const draft: Form = { ...newForm('anna@b.uk'), files, message: 'Hello' }

beforeEach(() => keepDraft(newForm()))
afterEach(() => vi.unstubAllGlobals())

test('Q20 the next card finds the draft with its very files, at the form', () => {
  keepDraft({ ...draft, step: 'sending', sendAs: 'link', isAsking: true, problem: new Error() })
  expect(hasDraft()).toBe(true)
  expect(keptDraft(null)).toMatchObject({ step: 'form', sendAs: 'link', message: 'Hello', isAsking: false, problem: null })
  expect(keptDraft(null)?.files).toBe(files)
})

test('Q20 an empty card is no draft: an address alone, or the default options, is not worth keeping', () => {
  keepDraft(draft)
  keepDraft(newForm('anna@b.uk'))
  expect(hasDraft()).toBe(false)
  expect(keptDraft(null)).toBeNull()
})

test.each<Partial<Form>>([
  { files },
  { chips: { list: ['li@a.cn'], typed: '', skipped: 0 } },
  { chips: { list: [], typed: 'li', skipped: 0 } },
  { message: 'x' },
  { options: { ...draft.options, password: 'secret' } },
])('Q20 kept: %j', (contents) => {
  keepDraft({ ...newForm(), ...contents })
  expect(hasDraft()).toBe(true)
})

test('Q20 what was sent is no draft any more, wherever its card has gone; another draft stays', () => {
  keepDraft({ ...draft, step: 'done' })
  expect(hasDraft()).toBe(false)
  keepDraft(draft)
  forgetDraft(cardBerth(), { files: [...files] })
  expect(hasDraft()).toBe(true)
  forgetDraft(cardBerth(), { files })
  expect(hasDraft()).toBe(false)
})

test('Q20 a draft goes from a visitor to an account, never from one account to another', () => {
  const anna = { _id: '1', email: 'anna@b.uk', role: 'free', ownLimits: null, status: 'active', deleteAt: null } as const
  keepDraft(draft)
  expect(keptDraft(anna)?.files).toBe(files)
  // Also after its session has ended.
  keepDraft({ ...draft, ownerId: anna._id })
  expect([keptDraft(null), keptDraft(anna), keptDraft({ ...anna, _id: '2' })].map((form) => form !== null)).toEqual([
    true,
    true,
    false,
  ])
  keepDraft({ ...draft, account: anna })
  expect(keptDraft(anna)?.files).toBe(files)
  expect(keptDraft(null)?.files).toBe(files)
  expect(keptDraft({ ...anna, _id: '2' })).toBeNull()
})

test('Q13 Q20 what is on its way is found as that by its sender, not as a form that could still be changed', () => {
  const anna = { _id: '1', email: 'anna@b.uk', role: 'free', ownLimits: null, status: 'active', deleteAt: null } as const
  keepDraft({ ...draft, step: 'sending' })
  keepUpload({ uploadId: 'u1', isPublished: true })
  expect(keptDraft(null)).toMatchObject({ step: 'sending' })
  expect(keptDraft(anna)).toMatchObject({ step: 'form' })
  keepUpload({ uploadId: 'u1', isPublished: false })
  expect(keptDraft(null)).toMatchObject({ step: 'form' })
  // An upload of an earlier visit that is only offered.
  keepUpload({ uploadId: 'u1', isPublished: true })
  keepDraft(draft)
  expect(keptDraft(null)).toMatchObject({ step: 'form' })
  keepUpload(null)
})

test('Q25 what was sent leaves the card to the next draft, and is there again when it comes back', () => {
  vi.stubGlobal('navigator', { locks: { request: async () => {} } })
  keepDraft(draft)
  const sent = sealDraft({ ...draft, step: 'sending' })
  keepDraft({ ...draft, step: 'sending' })
  expect([isCardFree(), hasDraft(), keptDraft(null)]).toEqual([true, true, null])
  keepDraft({ ...newForm(), message: 'The next' })
  expect([isCardFree(), keptDraft(null)?.message]).toEqual([false, 'The next'])
  forgetDraft(sent, { files })
  expect(keptDraft(null)?.message).toBe('The next')
  keepDraft(newForm())
  const other = sealDraft(draft)
  unsealDraft(other)
  keepDraft(draft)
  expect(keptDraft(null)?.message).toBe('Hello')
})
