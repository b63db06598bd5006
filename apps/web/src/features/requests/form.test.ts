import { plans } from '@sampan/contract/plans'
import { expect, test } from 'vitest'
import { askedBody, askedIn, changeBody, createBody, emailsIn, expiryIn, newForm, wrongIn } from './form.ts'

const document = { key: 'a', id: null, name: ' Invoice ', note: '', accept: 'PDF, dwg', isRequired: true }

test('R1 what is typed becomes what is asked', () => {
  const form = newForm({
    sendAs: 'email',
    emails: 'Li@example.com, raj@example.com\nli@example.com',
    documents: [document],
    maxFileMb: '1.5',
    maxFiles: '20',
    dueDay: '2026-03-04',
  })
  expect(createBody(form)).toMatchObject({
    emailTo: [{ email: 'li@example.com' }, { email: 'raj@example.com' }],
    documents: [{ name: 'Invoice', accept: ['pdf', '.dwg'], isRequired: true }],
    maxFileBytes: 1_500_000,
    maxFiles: 20,
    maxSubmissions: null,
    expirySeconds: 604_800,
    dueAt: new Date('2026-03-04T23:59:59').getTime(),
  })
  expect(wrongIn(form, true)).toEqual({})
  // By a link nobody is mailed, whatever was typed before.
  expect(createBody({ ...form, sendAs: 'link' }).emailTo).toEqual([])
})

test('R1 what is wrong is said at its field', () => {
  const wrong = (some: object, isNew = true) => wrongIn(newForm(some), isNew)
  expect(wrong({ sendAs: 'email' })).toEqual({ emails: 'required' })
  expect(wrong({ sendAs: 'email', emails: 'li@example.com nobody' })).toEqual({ emails: 'invalidEmail' })
  expect(wrong({ sendAs: 'email' }, false)).toEqual({})
  expect(wrong({ documents: [{ ...document, name: ' ', accept: 'what is this?' }] })).toEqual({
    'name a': 'required',
    'accept a': 'invalid',
  })
  expect(wrong({ maxFiles: '1.5', maxSubmissions: '-1', maxFileMb: 'x', password: '12345', notifyEmail: 'x' })).toEqual({
    maxFiles: 'invalid',
    maxSubmissions: 'invalid',
    maxFileMb: 'invalid',
    password: 'passwordTooShort',
    notifyEmail: 'invalidEmail',
  })
})

test('R5 a template gives back what was kept', () => {
  const form = newForm({
    title: 'Papers',
    documents: [document],
    maxFileMb: '2',
    remindDays: [0],
    graceDays: 7,
    showsFiles: true,
  })
  const kept = askedBody(form)
  expect(askedBody(newForm(askedIn(kept)))).toEqual(kept)
  expect(changeBody(newForm({ documents: [{ ...document, id: 'b' }] })).documents).toMatchObject([{ _id: 'b' }])
})

test('K4 an expiry that the plan has not is that of everybody', () => {
  expect([expiryIn(31_536_000, plans.free), expiryIn(31_536_000, plans.pro), expiryIn(undefined, plans.pro)]).toEqual([
    'week',
    'year',
    'week',
  ])
  expect(emailsIn({ emails: '' })).toEqual([])
})
