/** A sending lives in the app: its card may come and go. */
import { startUpload } from '@sampan/client/upload/start-upload'
import type { Upload } from '@sampan/client/upload/upload'
import { Problem } from '@sampan/contract/errors'
import { beforeEach, expect, test, vi } from 'vitest'
import { hasWarnings } from '../../../lib/unsaved.ts'
import { api } from '../../../product/session/api.ts'
import { type Form, newForm } from '../form/form.ts'
import { hasDraft, keepDraft, keptDraft } from '../form/kept-draft.ts'
import { forgetUpload } from './running-uploads.ts'
import { beginSending, cancelSending, changeInCard, retrySending, sendNext } from './sending.ts'
import { closeEnded, sendingState } from './sending-state.ts'

vi.mock('@sampan/client/upload/start-upload', () => ({ startUpload: vi.fn() }))
vi.mock('@sampan/client/upload/browser', () => ({ browserTools: () => ({}) }))
vi.mock('../../../product/files/connection.ts', () => ({ connectionType: () => undefined }))

const page = Object.assign(new EventTarget(), { visibilityState: 'visible' })
const form: Form = {
  ...newForm('anna@b.uk'),
  step: 'sending',
  files: [{ path: 'a', size: 4, lastModified: 1, blob: new Blob(['text']) }],
  chips: { ...newForm().chips, list: ['ana@example.com'] },
}
const answer = {
  _id: 't1',
  slug: 'abcdefg',
  linkUrl: null,
  sendAs: 'email',
  state: 'active',
  emailTo: [{ email: 'ana@example.com' }],
  expiryDate: 0,
  expirySeconds: 604_800,
}

function later() {
  let resolve: (value: unknown) => void = () => {}
  const promise = new Promise<unknown>((settle) => {
    resolve = settle
  })
  return { promise, resolve }
}

/** An engine whose plan and end a test lets come. */
function engine() {
  const planned = later()
  const whole = later()
  const reported: string[] = []
  const listeners = new Set<() => void>()
  const plan = { uploadId: 'u1', slug: 'abcdefg', files: [] }
  const upload = {
    phase: 'sending',
    planned: () => planned.promise,
    done: whole.promise,
    plan: () => plan,
    snapshot: () => ({
      phase: upload.phase,
      sentBytes: 1,
      totalBytes: 4,
      signsOfLife: 0,
      bytesPerSecond: null,
      secondsLeft: null,
    }),
    subscribe: (listener: () => void) => {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
    reconnect: () => void reported.push('reconnect'),
    setFiles: () => {},
    seal: () => {},
    reopen: () => {},
    pause: () => {
      upload.phase = 'paused'
      reported.push('pause')
    },
    resume: () => {},
    forget: async () => void reported.push('forget'),
    recheck: async () => plan,
  }
  vi.mocked(startUpload).mockReturnValueOnce(upload as unknown as Upload)
  return {
    reported,
    isPlanned: () => planned.resolve(plan),
    isWhole: () => whole.resolve(plan),
    turns: (phase: string) => {
      upload.phase = phase
      for (const listener of [...listeners]) listener()
    },
  }
}

beforeEach(() => {
  vi.restoreAllMocks()
  vi.mocked(startUpload).mockReset()
  vi.stubGlobal('document', page)
  vi.stubGlobal('navigator', {})
  vi.stubGlobal('addEventListener', page.addEventListener.bind(page))
  vi.stubGlobal('removeEventListener', page.removeEventListener.bind(page))
  while (sendingState().sending) cancelSending()
  keepDraft(newForm())
  forgetUpload(null)
  closeEnded()
})

test('Q13 left before anything was answered it is published all the same, and its arrival is kept for the page', async () => {
  const upload = engine()
  const call = vi.spyOn(api, 'call').mockResolvedValue(answer as never)
  const onSent = vi.fn()
  beginSending(form, onSent)
  expect(sendingState()).toMatchObject({ sending: { stage: 'uploading', sent: null }, hasCard: false })
  expect(hasWarnings()).toBe(true)
  upload.isPlanned()
  upload.isWhole()
  await expect.poll(() => sendingState().ended).toMatchObject({ sent: { slug: 'abcdefg' } })
  expect(call).toHaveBeenCalledTimes(1)
  expect(sendingState().sending).toBeNull()
  expect(onSent).toHaveBeenCalledTimes(1)
  expect(upload.reported).toEqual(['forget'])
  expect(hasWarnings()).toBe(false)
})

test('Q13 the line that is back is used at once, whichever page is shown', async () => {
  const upload = engine()
  vi.spyOn(api, 'call').mockResolvedValue({ ...answer, state: 'uploading' } as never)
  beginSending(form)
  await expect.poll(() => sendingState().sending?.upload).toBeTruthy()
  upload.turns('waiting')
  expect(sendingState().sending?.snapshot.phase).toBe('waiting')
  page.dispatchEvent(new Event('online'))
  expect(upload.reported).toEqual(['reconnect'])
  cancelSending()
  page.dispatchEvent(new Event('online'))
  expect(upload.reported).toEqual(['reconnect', 'pause'])
})

test('Q13 what fails without a card is told, and tried again on demand', async () => {
  const upload = engine()
  const call = vi.spyOn(api, 'call').mockRejectedValueOnce(new Problem('internal'))
  beginSending(form)
  upload.isPlanned()
  await expect.poll(() => sendingState().sending?.failure).toMatchObject({ stage: 'publishing' })
  call.mockResolvedValue(answer as never)
  retrySending()
  expect(sendingState().sending?.failure).toBeNull()
  upload.isWhole()
  await expect.poll(() => sendingState().ended).toMatchObject({ sent: { slug: 'abcdefg' } })
})

test('Q13 a draft that has to be changed waits for its card', async () => {
  const upload = engine()
  vi.spyOn(api, 'call').mockRejectedValue(new Problem('monthUsedUp'))
  beginSending(form)
  upload.isPlanned()
  await expect.poll(() => sendingState().ended).toMatchObject({ form, problem: { code: 'monthUsedUp' } })
  expect(sendingState().sending).toBeNull()
})

test('Q13 one at a time; cancelled it is gone, and what comes of it later is told by nobody', async () => {
  const upload = engine()
  const call = vi.spyOn(api, 'call').mockResolvedValue(answer as never)
  beginSending(form)
  beginSending({ ...form, message: 'Another' })
  await expect.poll(() => sendingState().sending?.upload).toBeTruthy()
  expect(sendingState().sending?.form.message).toBe('')
  cancelSending()
  expect(sendingState()).toMatchObject({ sending: null, ended: null })
  upload.isPlanned()
  upload.isWhole()
  await Promise.resolve()
  expect(call).not.toHaveBeenCalled()
  expect(vi.mocked(startUpload)).toHaveBeenCalledTimes(1)
})

test('Q13 Q25 cancelled from the dock it is a draft again, which says how long it is kept; the next card does not send it by itself', async () => {
  const upload = engine()
  vi.spyOn(api, 'call').mockResolvedValue({ ...answer, state: 'uploading' } as never)
  keepDraft(form)
  beginSending(form)
  upload.isPlanned()
  await expect.poll(() => sendingState().sending?.sent).toBeTruthy()
  cancelSending()
  expect(sendingState()).toMatchObject({ sending: null, draft: { fileCount: 1, kept: 'cancelled' } })
  expect(upload.reported).toEqual(['pause'])
  expect(keptDraft(null)).toMatchObject({ step: 'form', chips: { list: ['ana@example.com'] } })
})

const another = (message: string): Form => ({ ...form, message, files: [...form.files] })
const inLine = () => {
  const { sending, waiting } = sendingState()
  return [...(sending ? [sending] : []), ...waiting].map(({ form, failure }) => `${form.message}${failure ? ' failed' : ''}`)
}
const idOf = (message: string) => {
  const { sending, waiting } = sendingState()
  return [sending, ...waiting].find((one) => one?.form.message === message)!.id
}

test('Q25 one runs at a time: the others wait, come in the order that is wished, and begin by themselves', async () => {
  const first = engine()
  vi.spyOn(api, 'call').mockResolvedValue(answer as never)
  expect([another('one'), another('two'), another('three')].map((next) => beginSending(next))).toEqual(['runs', 'waits', 'waits'])
  sendNext(idOf('three'))
  expect(inLine()).toEqual(['one', 'three', 'two'])
  await expect.poll(() => sendingState().sending?.upload).toBeTruthy()
  expect(vi.mocked(startUpload)).toHaveBeenCalledTimes(1)
  expect(hasWarnings()).toBe(true)
  const [second, third] = [engine(), engine()]
  for (const upload of [first, second, third]) {
    upload.isPlanned()
    upload.isWhole()
  }
  await expect.poll(() => sendingState().ended).toMatchObject({ form: { message: 'two' } })
  expect(vi.mocked(startUpload)).toHaveBeenCalledTimes(3)
  expect([inLine(), hasWarnings(), hasDraft()]).toEqual([[], false, false])
})

test('Q25 what waits and is cancelled is the draft of an empty card again; beside another draft it is gone', async () => {
  engine()
  vi.spyOn(api, 'call').mockResolvedValue({ ...answer, state: 'uploading' } as never)
  for (const message of ['one', 'two', 'three']) beginSending(another(message))
  await expect.poll(() => sendingState().sending?.upload).toBeTruthy()
  cancelSending(idOf('two'))
  expect(keptDraft(null)?.message).toBe('two')
  cancelSending(idOf('three'))
  expect(keptDraft(null)?.message).toBe('two')
  expect(inLine()).toEqual(['one'])
  expect(vi.mocked(startUpload)).toHaveBeenCalledTimes(1)
})

test('Q25 what runs is cancelled: the next one begins with an upload of its own', async () => {
  const first = engine()
  vi.spyOn(api, 'call').mockResolvedValue({ ...answer, state: 'uploading' } as never)
  for (const message of ['one', 'two']) beginSending(another(message))
  await expect.poll(() => sendingState().sending?.upload).toBeTruthy()
  engine()
  cancelSending()
  await expect.poll(() => vi.mocked(startUpload).mock.calls.length).toBe(2)
  expect([inLine(), keptDraft(null)?.message]).toEqual([['two'], 'one'])
  expect(first.reported).toEqual(['pause'])
})

test('Q25 what fails keeps nobody waiting, and is behind them when it is tried again', async () => {
  engine().isPlanned()
  const call = vi.spyOn(api, 'call').mockRejectedValueOnce(new Problem('internal'))
  beginSending(another('one'))
  const second = engine()
  beginSending(another('two'))
  await expect.poll(inLine).toEqual(['two', 'one failed'])
  expect(retrySending(idOf('one'))).toBe('waits')
  expect(inLine()).toEqual(['two', 'one'])
  call.mockResolvedValue(answer as never)
  second.isPlanned()
  second.isWhole()
  await expect.poll(() => sendingState().ended).toMatchObject({ form: { message: 'one' } })
})

test('Q25 what can only be sent otherwise waits until the card is free for its draft', async () => {
  engine().isPlanned()
  vi.spyOn(api, 'call').mockRejectedValue(new Problem('monthUsedUp'))
  beginSending(another('one'))
  keepDraft({ ...newForm(), message: 'In the card' })
  await expect.poll(() => sendingState().sending).toMatchObject({ needsCard: true })
  expect(changeInCard(idOf('one'))).toBe(false)
  keepDraft(newForm())
  expect(changeInCard(idOf('one'))).toBe(true)
  expect(sendingState()).toMatchObject({ sending: null, ended: { problem: { code: 'monthUsedUp' } } })
  expect(keptDraft(null)?.message).toBe('one')
})
