// @vitest-environment node
import { expirySeconds } from '@sampan/contract/plans'
import { expect, test } from 'vitest'
import { addRecipients, noChips } from '../../../product/recipients/chips.ts'
import { type Form, formReducer, newForm } from './form.ts'
import { hasContents } from './kept-draft.ts'

const settings = { sendAs: 'link', expirySeconds: expirySeconds.month, notifyOnDownload: false, message: '您好' } as const
const account = { _id: 'a', role: 'pro', status: 'active' } as unknown as NonNullable<Form['account']>
const signedIn = formReducer(newForm(), { type: 'accountKnown', account })
const know = (form: Form) => formReducer(form, { type: 'settingsKnown', settings })

test('B4 a new transfer begins with the account’s settings, which are nobody’s draft yet', () => {
  const form = know(signedIn)
  expect(form).toMatchObject({ sendAs: 'link', message: '您好', options: { expiry: 'month', notifyOnDownload: false } })
  expect(hasContents(form)).toBe(false)
  expect(hasContents({ ...form, message: '您好！' })).toBe(true)
})

test('B4 what was written or chosen before the answer came stays', () => {
  expect(know({ ...signedIn, message: 'Hi' })).toMatchObject({ message: 'Hi', sendAs: 'email' })
  expect(know({ ...signedIn, chips: addRecipients(noChips, ['li@example.cn']) })).toMatchObject({ message: '', sendAs: 'email' })
  const chosen = formReducer(signedIn, { type: 'optionsChanged', options: { expiry: 'year' } })
  expect(know(chosen).options).toMatchObject({ expiry: 'year', notifyOnDownload: true })
  const emptied = { ...know(signedIn), message: '' }
  expect(know(emptied).message).toBe('')
})

test('B4 the next transfer asks anew', () => {
  expect(formReducer(know(signedIn), { type: 'restarted' })).toMatchObject({ ownMessage: null, message: '' })
})

test('Q19 a group adds its members, each once', () => {
  const chips = addRecipients({ list: ['a@example.com'], typed: 'fai', skipped: 2 }, ['A@example.com', 'b@example.com'])
  expect(chips).toEqual({ list: ['a@example.com', 'b@example.com'], typed: '', skipped: 0 })
})
