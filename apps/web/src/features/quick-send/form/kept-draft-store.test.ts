import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { type Form, newForm } from './form.ts'
import { withDraft } from './interrupted-form.ts'
import { draftsHere, readDraft, type StoredDraft, writeDraft } from './kept-draft-store.ts'
import { newOptions } from './options.ts'

const day = 86_400_000
const { password: _, ...options } = newOptions
const draft = (more: Partial<StoredDraft> = {}): StoredDraft => ({
  savedAtMs: 1000 * day,
  accountId: null,
  sendAs: 'email',
  chips: ['li@a.cn'],
  typed: 'an',
  sender: 'anna@b.uk',
  message: '你好 🌊',
  options: { ...options, expiry: 'month', downloadLimit: '3' },
  hadPassword: false,
  fileCount: 0,
  upload: null,
  ...more,
})

beforeEach(() => {
  const kept = new Map<string, string>()
  vi.stubGlobal('localStorage', {
    get length() {
      return kept.size
    },
    key: (index: number) => [...kept.keys()][index] ?? null,
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => void kept.set(key, value),
    removeItem: (key: string) => void kept.delete(key),
  })
})
afterEach(() => vi.unstubAllGlobals())

test('Q20 a draft comes back as it was kept', () => {
  writeDraft('one', draft())
  expect(readDraft('one')).toEqual(draft())
})

test('Q20 the newest comes first; what is older than 7 days, or no draft, is gone for good', () => {
  writeDraft('old', draft({ savedAtMs: 992 * day }))
  writeDraft('one', draft({ savedAtMs: 999 * day }))
  writeDraft('two', draft())
  localStorage.setItem('sampan.draft.broken', '{"savedAtMs":')
  localStorage.setItem('senderEmail', 'anna@b.uk')
  expect(draftsHere(1000 * day).map(({ id }) => id)).toEqual(['two', 'one'])
  expect(localStorage.getItem('sampan.draft.old')).toBeNull()
  expect(localStorage.getItem('sampan.draft.broken')).toBeNull()
  expect(localStorage.getItem('senderEmail')).toBe('anna@b.uk')
})

test('Q20 a browser that keeps nothing has no drafts, and complains of nothing', () => {
  const refuse = () => {
    throw new DOMException('denied', 'SecurityError')
  }
  vi.stubGlobal('localStorage', { getItem: refuse, setItem: refuse, key: refuse, removeItem: refuse })
  writeDraft('one', draft())
  expect(draftsHere(0)).toEqual([])
})

const back = (form: Partial<Form>, more: Partial<StoredDraft> = {}, remembered = '') =>
  withDraft({ ...newForm(), ...form }, draft(more), remembered)

test('Q20 an empty card takes the whole draft, and says that it is back', () => {
  expect(back({})).toMatchObject({
    chips: { list: ['li@a.cn'], typed: 'an' },
    sender: 'anna@b.uk',
    message: '你好 🌊',
    options: { expiry: 'month', downloadLimit: '3', password: '' },
    isBack: true,
    needsPassword: false,
  })
})

test.each<[string, Partial<Form>, string, Partial<Form>]>([
  ['a message', { message: 'new' }, '', { message: 'new', sender: 'anna@b.uk' }],
  ['a sender', { sender: 'new@b.uk' }, 'old@b.uk', { sender: 'new@b.uk' }],
  ['only the remembered sender', { sender: 'old@b.uk' }, 'old@b.uk', { sender: 'anna@b.uk' }],
  [
    'people',
    { chips: { list: ['new@a.cn'], typed: '', skipped: 0 } },
    '',
    { chips: { list: ['new@a.cn'], typed: '', skipped: 0 } },
  ],
  [
    'options',
    { options: { ...newOptions, notifyOnDownload: false } },
    '',
    { options: { ...newOptions, notifyOnDownload: false } },
  ],
  ['a link', { sendAs: 'link' }, '', { sendAs: 'link' }],
])('Q20 what was typed before it came stays: %s', (_, form, remembered, expected) =>
  expect(back(form, {}, remembered)).toMatchObject(expected),
)

test('Q20 the password is asked for again, unless it was typed meanwhile', () => {
  expect(back({}, { hadPassword: true }).needsPassword).toBe(true)
  expect(back({ options: { ...newOptions, password: 'secret1' } }, { hadPassword: true }).needsPassword).toBe(false)
})

test('Q20 an address alone is not worth a line', () => {
  const nothing = { chips: [], typed: '', message: '', options }
  expect(back({}, nothing).isBack).toBe(false)
})
