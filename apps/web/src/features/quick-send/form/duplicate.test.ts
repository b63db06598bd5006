import type { TransferDetail } from '@sampan/contract/routes/transfer-detail'
import { expect, test } from 'vitest'
import { duplicateOf } from './duplicate.ts'
import { formReducer, newForm } from './form.ts'

const original = (more: object) =>
  ({
    transfer: {
      title: 'Autumn catalogue',
      message: 'By Friday',
      sendAs: 'email',
      downloadLimit: 3,
      notifyOnDownload: false,
      hasPassword: false,
      ...more,
    },
    recipients: [{ email: 'li@example.cn' }, { email: 'raj@example.in' }],
  }) as unknown as TransferDetail

test('Q18 a duplicate begins with the people, words and options of the original; it expires as a new one', () => {
  const form = duplicateOf(newForm(), original({}))
  expect(form).toMatchObject({
    sendAs: 'email',
    message: 'By Friday',
    chips: { list: ['li@example.cn', 'raj@example.in'] },
    options: { title: 'Autumn catalogue', downloadLimit: '3', notifyOnDownload: false, expiry: 'week', password: '' },
    needsPassword: false,
  })
})

test('Q18 a password, which nobody knows any more, is asked for again or waived', () => {
  expect(duplicateOf(newForm(), original({ hasPassword: true, downloadLimit: null }))).toMatchObject({
    needsPassword: true,
    options: { downloadLimit: '', password: '' },
  })
})

test('Q23 what was sent elsewhere goes on here as it was, to its people and with its words, once its files were picked', () => {
  const wanted = { path: 'film.mov', size: 3, isWhole: false }
  const interrupted = {
    upload: { uploadId: 'u', isPublished: true },
    slug: 's',
    files: [wanted],
    storedBytes: 1,
    untilMs: 0,
    left: [],
  }
  const offered = formReducer(newForm(), { type: 'interruptedFound', interrupted, sent: original({ hasPassword: true }) })
  expect(offered).toMatchObject({
    step: 'form',
    interrupted,
    needsPassword: false,
    chips: { list: ['li@example.cn', 'raj@example.in'] },
  })
  const picked = { path: 'film.mov', size: 3, lastModified: 5, blob: new Blob(['abc']) }
  expect(formReducer(offered, { type: 'filesPicked', files: [picked] })).toMatchObject({
    step: 'sending',
    message: 'By Friday',
    carried: { uploadId: 'u', isPublished: true },
  })
})
