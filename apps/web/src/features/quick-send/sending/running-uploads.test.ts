import type { Sending } from '@sampan/client/sending/sending'
import { startUpload } from '@sampan/client/upload/start-upload'
import type { Upload } from '@sampan/client/upload/upload'
import { Problem } from '@sampan/contract/errors'
import { beforeEach, expect, test, vi } from 'vitest'
import type { PickedFile } from '../../../product/files/picked-file.ts'
import { api } from '../../../product/session/api.ts'
import { newForm } from '../form/form.ts'
import type { Published } from './publish.ts'
import { cancelUpload, followDraft, forgetUpload, isSentAs, sendUpload, uploadToSend } from './running-uploads.ts'

vi.mock('@sampan/client/upload/start-upload', () => ({ startUpload: vi.fn() }))
vi.mock('@sampan/client/upload/browser', () => ({ browserTools: () => ({}) }))
vi.mock('../../../product/files/connection.ts', () => ({ connectionType: () => undefined }))

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
    planned: async () => {},
    done: new Promise(() => {}),
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

const uploading = { state: 'uploading' } as Published
/** Published with this answer; its last byte never comes. */
const sent = (upload: Upload, sentAs: string, ask: () => Promise<unknown> = async () => uploading, isOurs = true) =>
  new Promise<void>((resolve, reject) => {
    let isAsked = false
    const published = async () => {
      isAsked = true
      return { ...uploading, ...((await ask()) as object) }
    }
    const onStep = ({ server, calls }: Sending<Published>) => isAsked && server === 'published' && calls === 0 && resolve()
    const asking = { sentAs, ask: published, isOurs: () => isOurs, onAnswer: () => {}, onStep }
    sendUpload(upload, asking, new AbortController().signal).catch(reject)
  })

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

test('Q13 Q21 cancelled: stopped, and cancelled on the server, before anything of it changes', async () => {
  const upload = engine()
  const call = vi
    .spyOn(api, 'call')
    .mockRejectedValueOnce(new TypeError('offline'))
    .mockResolvedValue(undefined as never)
  await followDraft(draft([a]))
  await sent(await uploadToSend(draft([a]), 'li'), 'li')
  upload.calls.length = 0
  cancelUpload(upload as unknown as Upload)
  await followDraft(draft([a]))
  expect(upload.calls).toEqual(['pause', 'reopen', 'reopen', 'files "a"'])
  expect(call.mock.calls.map(([, args]) => (args as { body: unknown }).body)).toEqual([{ slug: 'abcdefg' }, { slug: 'abcdefg' }])
})

test('Q13 sent to others than before: the first sending is cancelled on the server; where that is too late, the second has an upload of its own', async () => {
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

test('Q13 cancelled while the server is still asked to send: cancelled on the server once it has answered, and the next try waits for that', async () => {
  const upload = engine() as unknown as Upload
  const done: string[] = []
  vi.spyOn(api, 'call').mockImplementation((async () => void done.push('cancelled on the server')) as never)
  await uploadToSend(draft([a]), 'li')
  let answer = (_: unknown) => {}
  const answering = new Promise((resolve) => {
    answer = resolve
  })
  const ask = vi.fn(() => answering)
  const asked = sent(upload, 'li', ask).then(() => done.push('answered'))
  await expect.poll(() => ask.mock.calls.length).toBe(1)
  cancelUpload(upload)
  const next = uploadToSend(draft([a]), 'li').then(() => done.push('next'))
  answer({})
  await Promise.all([asked, next])
  expect(done).toEqual(['answered', 'cancelled on the server', 'next'])
  expect(isSentAs(upload, 'li')).toBe(false)
})

test('Q13 what was asked for without an answer is cancelled on the server as well; what was refused needs none of that', async () => {
  const upload = engine() as unknown as Upload
  const call = vi.spyOn(api, 'call').mockResolvedValue(undefined as never)
  await uploadToSend(draft([a]), 'li')
  await expect(sent(upload, 'li', () => Promise.reject(new Problem('invalidInput')))).rejects.toThrow()
  cancelUpload(upload)
  await followDraft(draft([a]))
  expect(call).not.toHaveBeenCalled()
  await uploadToSend(draft([a]), 'li')
  const ask = vi.fn(() => Promise.reject(new TypeError('offline')))
  void sent(upload, 'li', ask)
  await expect.poll(() => ask.mock.calls.length).toBe(1)
  cancelUpload(upload)
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
  cancelUpload(upload, showSent)
  await expect(uploadToSend(draft([a]), 'ana')).rejects.toMatchObject({ name: 'AbortError' })
  expect(showSent).toHaveBeenCalledTimes(1)
  expect(vi.mocked(startUpload)).toHaveBeenCalledTimes(1)
})

test('Q13 sent to others: the first sending stands still before it is cancelled on the server, and goes on no more', async () => {
  const upload = engine()
  vi.spyOn(api, 'call').mockImplementation((async () => void upload.calls.push('cancelled on the server')) as never)
  await sent(await uploadToSend(draft([a, b]), 'li'), 'li')
  expect(isSentAs(upload as unknown as Upload, 'li')).toBe(true)
  upload.calls.length = 0
  await uploadToSend(draft([a]), 'ana')
  expect(upload.calls).toEqual([
    'pause',
    'reopen',
    'cancelled on the server',
    'files "a"',
    'resume',
    'seal {"sender":"anna@b.uk"}',
  ])
  expect(isSentAs(upload as unknown as Upload, 'li')).toBe(false)
})

test('U8 an upload that was sent to others by another tab is left to it; the next begins without what is kept of these files', async () => {
  const first = engine()
  const upload = await uploadToSend(draft([a]), 'li')
  await expect(sent(upload, 'li', undefined, false)).rejects.toMatchObject({ code: 'uploadClosed' })
  expect(first.calls.slice(-2)).toEqual(['cancel', 'forget'])
  engine()
  const own = await uploadToSend(draft([a]), 'li')
  expect(lastStart()).toMatchObject({ checkpoints: undefined, isPublished: false })
  expect(lastStart().uploadId).toBeUndefined()
  await sent(own, 'li')
  // Its recipients may be corrected from then on.
  await sent(own, 'li', undefined, false)
})

test('Q13 U5 cancelled before it is known what the server has of it, it goes on with the next Send', async () => {
  const upload = Object.assign(engine(), { plan: () => null })
  const call = vi.spyOn(api, 'call')
  const carried = { uploadId: 'u7', isPublished: true, without: [] }
  await uploadToSend(draft([a], { carried }), 'li')
  cancelUpload(upload as unknown as Upload)
  await sent(await uploadToSend(draft([a], { carried }), 'li'), 'li')
  expect(isSentAs(upload as unknown as Upload, 'li')).toBe(true)
  expect(call).not.toHaveBeenCalled()
})
