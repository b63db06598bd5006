import { startUpload } from '@sampan/client/upload/start-upload'
import type { Upload } from '@sampan/client/upload/upload'
import { Problem } from '@sampan/contract/errors'
import { beforeEach, expect, test, vi } from 'vitest'
import { api } from '../../lib/api.ts'
import type { PickedFile } from '../../lib/picked-file.ts'
import { newForm } from './form.ts'
import { askToSend, callOff, followDraft, forgetUpload, isSentAs, uploadToSend } from './running-uploads.ts'

vi.mock('@sampan/client/upload/start-upload', () => ({ startUpload: vi.fn() }))
vi.mock('@sampan/client/upload/browser', () => ({ browserTools: () => ({}) }))
vi.mock('../../lib/connection.ts', () => ({ connectionType: () => undefined }))

const file = (path: string): PickedFile => ({ path, size: 1, lastModified: 1, blob: new Blob(['x']) })
const [a, b] = [file('a'), file('b')]
const draft = (files: PickedFile[], more = {}) => ({ ...newForm('anna@b.uk'), files, ...more })

/** An engine that writes down what it is told. */
function engine(phase = 'sending') {
  const calls: string[] = []
  const act = (name: string) => (value?: unknown) =>
    void calls.push(value === undefined ? name : `${name} ${JSON.stringify(value)}`)
  const upload = {
    calls,
    phase,
    plan: () => ({ uploadId: 'u1', slug: 'abcdefg' }),
    snapshot: () => ({ phase: upload.phase }),
    subscribe: () => () => {},
    setFiles: (files: PickedFile[]) => act('files')(files.map(({ path }) => path).join()),
    seal: act('seal'),
    reopen: act('reopen'),
    pause: act('pause'),
    resume: act('resume'),
    cancel: act('cancel'),
    follow: act('follow'),
    forget: async () => act('forget')(),
    discard: async () => act('discard')(),
  }
  vi.mocked(startUpload).mockReturnValueOnce(upload as unknown as Upload)
  return upload
}
const lastStart = () => vi.mocked(startUpload).mock.lastCall![0]

/** Published with this answer. */
const sent = (upload: Upload, sentAs: string, ask: () => Promise<unknown> = async () => ({})) =>
  askToSend(upload, { sentAs, ask, isOurs: () => true })

beforeEach(() => {
  forgetUpload(null)
  vi.mocked(startUpload).mockReset()
  vi.restoreAllMocks()
})

test('Q21 begins open with the first files, follows them, and is the one that is sent', async () => {
  const upload = engine()
  await followDraft(draft([a]))
  expect(lastStart()).toMatchObject({ isOpen: true, files: [a], ticketRequest: { type: 'anonUpload' } })
  await followDraft(draft([a, b]))
  expect(await uploadToSend(draft([a, b]), 'li')).toBe(upload)
  expect(vi.mocked(startUpload)).toHaveBeenCalledTimes(1)
  expect(upload.calls).toEqual(['reopen', 'files "a,b"', 'files "a,b"', 'resume', 'seal {"sender":"anna@b.uk"}'])
})

test('Q21 an empty draft erases it; who signs in takes it along, who signs out begins anew', async () => {
  const first = engine()
  await followDraft(draft([a]))
  await followDraft(draft([]))
  expect(first.calls).toEqual(['discard'])
  const guests = engine()
  await followDraft(draft([a]))
  const account = { _id: 'li', email: 'li@b.cn', role: 'pro', status: 'active' }
  await followDraft(draft([a], { account }))
  expect(guests.calls).toContain('follow {"id":"li","type":"userUpload"}')
  const next = engine()
  await followDraft(draft([a]))
  expect(guests.calls).toContain('cancel')
  expect(next.calls).toEqual([])
})

test('U5 U6 what broke is gone on with, but for files that are others now; once published it is never begun anew', async () => {
  engine('failed')
  await followDraft(draft([a, b]))
  engine('failed')
  const other = file('b')
  await followDraft(draft([a, other]))
  expect(lastStart()).toMatchObject({ uploadId: 'u1', without: ['b'], isOpen: true, isPublished: false })
  const broken = engine('failed')
  await sent(await uploadToSend(draft([a, other]), 'li'), 'li')
  engine()
  await uploadToSend(draft([a, other]), 'li')
  expect(lastStart()).toMatchObject({ uploadId: 'u1', isPublished: true, isOpen: false })
  expect(broken.calls).not.toContain('discard')
})

test('Q13 Q21 called off: stopped and taken back, before anything of it changes', async () => {
  const upload = engine()
  const call = vi
    .spyOn(api, 'call')
    .mockRejectedValueOnce(new TypeError('offline'))
    .mockResolvedValue(undefined as never)
  await followDraft(draft([a]))
  await sent(await uploadToSend(draft([a]), 'li'), 'li')
  upload.calls.length = 0
  callOff(upload as unknown as Upload)
  await followDraft(draft([a]))
  expect(upload.calls).toEqual(['pause', 'reopen', 'reopen', 'files "a"'])
  expect(call.mock.calls.map(([, args]) => (args as { body: unknown }).body)).toEqual([{ slug: 'abcdefg' }, { slug: 'abcdefg' }])
})

test('Q13 sent to others than before: the first sending is taken back; where that is too late, the second has an upload of its own', async () => {
  const first = engine()
  const call = vi.spyOn(api, 'call').mockResolvedValue(undefined as never)
  await sent(await uploadToSend(draft([a]), 'li'), 'li')
  expect(await uploadToSend(draft([a]), 'li')).toBe(first)
  expect(call).not.toHaveBeenCalled()
  expect(await uploadToSend(draft([a]), 'ana')).toBe(first)
  expect(call).toHaveBeenCalledTimes(1)
  await sent(first as unknown as Upload, 'ana')
  call.mockRejectedValue(new Problem('uploadClosed'))
  const second = engine()
  expect(await uploadToSend(draft([a]), 'bo')).toBe(second)
  expect(lastStart()).toMatchObject({ isPublished: false })
  expect(lastStart().uploadId).toBeUndefined()
})

test('U8 begun only at Send, it begins with the sender whose address is verified by then', async () => {
  engine()
  await uploadToSend(draft([a]), 'li')
  expect(lastStart()).toMatchObject({ sender: 'anna@b.uk' })
  forgetUpload(null)
  engine()
  await uploadToSend(draft([a], { account: { _id: 'li', email: 'li@b.cn', role: 'pro', status: 'active' } }), 'li')
  expect(lastStart().sender).toBeUndefined()
})

test('Q13 cancelled while the server is still asked to send: taken back once it has answered, and the next try waits for that', async () => {
  const upload = engine() as unknown as Upload
  const done: string[] = []
  vi.spyOn(api, 'call').mockImplementation((async () => void done.push('taken back')) as never)
  await uploadToSend(draft([a]), 'li')
  let answer = (_: unknown) => {}
  const answering = new Promise((resolve) => {
    answer = resolve
  })
  const asked = sent(upload, 'li', () => answering).then(() => done.push('answered'))
  callOff(upload)
  const next = uploadToSend(draft([a]), 'li').then(() => done.push('next'))
  answer({})
  await Promise.all([asked, next])
  expect(done).toEqual(['answered', 'taken back', 'next'])
  expect(isSentAs(upload, 'li')).toBe(false)
})

test('Q13 what was asked for without an answer is taken back as well; what was refused needs none of that', async () => {
  const upload = engine() as unknown as Upload
  const call = vi.spyOn(api, 'call').mockResolvedValue(undefined as never)
  await uploadToSend(draft([a]), 'li')
  await expect(sent(upload, 'li', () => Promise.reject(new Problem('invalidInput')))).rejects.toThrow()
  callOff(upload)
  await followDraft(draft([a]))
  expect(call).not.toHaveBeenCalled()
  await uploadToSend(draft([a]), 'li')
  await expect(sent(upload, 'li', () => Promise.reject(new TypeError('offline')))).rejects.toThrow()
  callOff(upload)
  await followDraft(draft([a]))
  expect(call).toHaveBeenCalledTimes(1)
})

test('Q13 cancelled too late: it is shown as sent, and a next try that had begun by then sends nothing', async () => {
  const upload = engine() as unknown as Upload
  vi.spyOn(api, 'call').mockRejectedValue(new Problem('uploadClosed'))
  await sent(await uploadToSend(draft([a]), 'li'), 'li')
  const showSent = vi.fn(() => {
    forgetUpload(upload)
    return true
  })
  callOff(upload, showSent)
  await expect(uploadToSend(draft([a]), 'ana')).rejects.toMatchObject({ name: 'AbortError' })
  expect(showSent).toHaveBeenCalledTimes(1)
  expect(vi.mocked(startUpload)).toHaveBeenCalledTimes(1)
})

test('Q13 sent to others: the first sending stands still before it is taken back, and goes on no more', async () => {
  const upload = engine()
  vi.spyOn(api, 'call').mockImplementation((async () => void upload.calls.push('taken back')) as never)
  await sent(await uploadToSend(draft([a, b]), 'li'), 'li')
  expect(isSentAs(upload as unknown as Upload, 'li')).toBe(true)
  upload.calls.length = 0
  await uploadToSend(draft([a]), 'ana')
  expect(upload.calls).toEqual(['pause', 'reopen', 'taken back', 'files "a"', 'resume', 'seal {"sender":"anna@b.uk"}'])
  expect(isSentAs(upload as unknown as Upload, 'li')).toBe(false)
})

test('U8 an upload that was sent to others by another tab is left to it; the next begins without what is kept of these files', async () => {
  const first = engine()
  const upload = await uploadToSend(draft([a]), 'li')
  const answered = askToSend(upload, { sentAs: 'li', ask: async () => ({}), isOurs: () => false })
  await expect(answered).rejects.toMatchObject({ code: 'uploadClosed' })
  expect(first.calls.slice(-2)).toEqual(['cancel', 'forget'])
  engine()
  const own = await uploadToSend(draft([a]), 'li')
  expect(lastStart()).toMatchObject({ checkpoints: undefined, isPublished: false })
  expect(lastStart().uploadId).toBeUndefined()
  await sent(own, 'li')
  // Its recipients may be corrected from then on.
  await askToSend(own, { sentAs: 'li', ask: async () => ({}), isOurs: () => false })
})
