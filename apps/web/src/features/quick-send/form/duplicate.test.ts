import type { TransferDetail } from '@sampan/contract/routes/transfer-detail'
import { expect, test } from 'vitest'
import { duplicateOf } from './duplicate.ts'
import { newForm } from './form.ts'

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
