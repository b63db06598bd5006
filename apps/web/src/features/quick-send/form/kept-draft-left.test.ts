import { beforeEach, expect, test, vi } from 'vitest'
import { newForm } from './form.ts'
import type { StoredDraft } from './kept-draft-store.ts'
import { newOptions } from './options.ts'

const { password: _, ...options } = newOptions
const draft: StoredDraft = {
  savedAtMs: Date.now(),
  accountId: null,
  sendAs: 'email',
  chips: [],
  typed: '',
  sender: 'anna@b.uk',
  message: 'Hello',
  options,
  hadPassword: false,
  fileCount: 1,
  upload: { uploadId: 'u', isPublished: false },
}
const stores = () => {
  const kept = new Map<string, string>()
  return {
    get length() {
      return kept.size
    },
    key: (index: number) => [...kept.keys()][index] ?? null,
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => void kept.set(key, value),
    removeItem: (key: string) => void kept.delete(key),
  }
}
const stored = (): StoredDraft => JSON.parse(localStorage.getItem('sampan.draft.one') ?? 'null')

/** As a page that has just come, with a draft of an earlier visit. */
async function comeBack() {
  const page = await import('./kept-draft.ts')
  const found = await page.draftOfEarlier(null)
  return { ...page, found: found! }
}

beforeEach(() => {
  vi.resetModules()
  vi.stubGlobal('localStorage', stores())
  vi.stubGlobal('sessionStorage', stores())
  vi.stubGlobal('addEventListener', () => {})
  vi.stubGlobal('navigator', { locks: { request: async (_: string, __: object, held: (lock: object) => unknown) => held({}) } })
  localStorage.setItem('sampan.draft.one', JSON.stringify(draft))
})

test('Q20 a draft that is discarded while it is looked after is gone, and nobody looks on', async () => {
  const { found, isUnsettled, dropEarlier, keepDraft } = await comeBack()
  keepDraft(newForm())
  expect(stored().message, 'not before it is settled').toBe('Hello')
  expect(isUnsettled(found)).toBe(true)
  expect(dropEarlier()).toEqual(draft.upload)
  keepDraft(newForm())
  expect([stored(), isUnsettled(found), dropEarlier()]).toEqual([null, false, null])
})

test('Q20 what the look back finds takes no upload away that was begun meanwhile', async () => {
  const { settleEarlier, keepUpload, keepDraft } = await comeBack()
  keepDraft({ ...newForm(), message: 'Hello' })
  keepUpload({ uploadId: 'new', isPublished: false })
  settleEarlier(null)
  keepDraft({ ...newForm(), message: 'Hello!' })
  expect(stored()).toMatchObject({ message: 'Hello!', upload: { uploadId: 'new' } })
})

test("Q20 an account's words stay its own when its session ends", async () => {
  const { keepDraft } = await comeBack()
  keepDraft({ ...newForm(), message: 'Hello', ownerId: '1' })
  expect(stored().accountId).toBe('1')
})

test('Q23 of two that were interrupted the other one is found once the first is sent or discarded', async () => {
  localStorage.setItem('sampan.draft.two', JSON.stringify({ ...draft, savedAtMs: draft.savedAtMs - 1000, message: 'Older' }))
  const { found, draftOfEarlier, settleEarlier, keepDraft } = await comeBack()
  expect(found.message).toBe('Hello')
  settleEarlier(found.upload)
  keepDraft({ ...newForm(), message: found.message })
  expect(await draftOfEarlier(null), 'while this one is written').toBeNull()
  keepDraft(newForm())
  const other = await draftOfEarlier(null)
  expect(other).toMatchObject({ message: 'Older', upload: draft.upload })
  settleEarlier(null)
  keepDraft({ ...newForm(), message: 'Older, and more' })
  expect(JSON.parse(localStorage.getItem('sampan.draft.two')!).message).toBe('Older, and more')
  keepDraft(newForm())
  expect([await draftOfEarlier(null), localStorage.length]).toEqual([null, 0])
})

test('Q25 what was sent keeps its words, and its upload, beside the next draft; whichever stops is found after it', async () => {
  const { found, settleEarlier, keepUpload, keepDraft, sealDraft, draftOfEarlier, leaveDraft, findSentFirst } = await comeBack()
  settleEarlier(found.upload)
  const form = { ...newForm(), message: 'Sent' }
  keepDraft(form)
  const sent = sealDraft(form)
  keepUpload({ uploadId: 'sent', isPublished: true }, sent)
  expect(await draftOfEarlier(null), 'it is not taken for one of an earlier visit').toBeNull()
  keepDraft({ ...newForm(), message: 'The next' })
  expect(stored()).toMatchObject({ message: 'Sent', upload: { uploadId: 'sent', isPublished: true } })
  expect(localStorage.length).toBe(2)
  expect(sessionStorage.getItem('sampan.draft')).not.toBe('one')
  findSentFirst(sent)
  expect(sessionStorage.getItem('sampan.draft'), 'a reload finds what was on its way').toBe('one')
  keepDraft(newForm())
  leaveDraft(sent)
  expect(await draftOfEarlier(null)).toMatchObject({ message: 'Sent' })
})

test('Q20 the lock of a draft of another tab is asked for without a timer, the own one is waited for', async () => {
  const asked: LockOptions[] = []
  vi.stubGlobal('navigator', {
    locks: {
      request: async (_: string, how: LockOptions, held: (lock: null) => unknown) => {
        asked.push(how)
        return held(null)
      },
    },
  })
  sessionStorage.setItem('sampan.draft', 'own')
  const { found } = await comeBack()
  expect(found).toBeNull()
  expect(asked).toEqual([{ signal: expect.any(AbortSignal) }, { ifAvailable: true }])
})

const foreign = { ...draft, accountId: '2' }

test('Q20 a draft that a tab leaves is let go: its lock is free for the tab that may have it', async () => {
  const freed: string[] = []
  vi.stubGlobal('navigator', {
    locks: {
      request: async (name: string, _: object, held: (lock: object) => Promise<void>) => {
        await held({})
        freed.push(name)
      },
    },
  })
  localStorage.setItem('sampan.draft.one', JSON.stringify(foreign))
  sessionStorage.setItem('sampan.draft', 'one')
  const { found } = await comeBack()
  expect(found).toBeNull()
  await expect.poll(() => freed).toEqual(['sampan-draft-one'])
})

test('Q20 without locks a tab says of a draft that it left no longer that it is there', async () => {
  vi.useFakeTimers()
  const listening: AbortSignal[] = []
  vi.stubGlobal('navigator', {})
  vi.stubGlobal('addEventListener', (_: string, __: () => void, { signal }: { signal: AbortSignal }) => listening.push(signal))
  localStorage.setItem('sampan.draft.one', JSON.stringify(foreign))
  sessionStorage.setItem('sampan.draft', 'one')
  const { found } = await comeBack()
  await vi.advanceTimersByTimeAsync(60_000)
  vi.useRealTimers()
  expect(found).toBeNull()
  expect(localStorage.getItem('sampan.alive.one')).toBeNull()
  expect(listening.map(({ aborted }) => aborted)).toEqual([true])
})

test.each([
  ['nobody has it open', {}, [], ['two']],
  ['a page has it open', {}, ['sampan-draft-two'], []],
  ['it was never sent', { upload: { uploadId: 'v', isPublished: false } }, [], []],
  ['it is another account’s', { accountId: 'somebody' }, [], []],
])('Q20 Q23 a transfer that was sent and has stopped is told of beside a draft: %s', async (_, more, held, told) => {
  vi.stubGlobal('navigator', {
    locks: {
      request: async (_: string, __: object, take: (lock: object) => unknown) => take({}),
      query: async () => ({ held: held.map((name) => ({ name })) }),
    },
  })
  const sent = { ...draft, savedAtMs: draft.savedAtMs - 1000, upload: { uploadId: 'v', isPublished: true }, ...more }
  localStorage.setItem('sampan.draft.two', JSON.stringify(sent))
  await comeBack()
  const { interruptedBeside } = await import('./kept-draft-tab.ts')
  expect((await interruptedBeside(null)).map(({ id }) => id)).toEqual(told)
})
