// @vitest-environment node
import { expirySeconds } from '@sampan/contract/plans'
import type { TransferRecord } from '@sampan/contract/routes/dashboard'
import { expect, test } from 'vitest'
import { changedFields, changesOf, draftFaults, endOfDay, typedSince, withChanges } from './draft.ts'

const transfer = {
  title: 'Autumn catalogue',
  message: '',
  hasPassword: true,
  downloadLimit: 5,
  notifyOnDownload: true,
  isRestricted: false,
  status: 'active',
  dateSent: 0,
  expiryDate: 1000,
  expirySeconds: 1,
} as TransferRecord

test('T9 only what differs is sent', () => {
  expect(changesOf({}, transfer)).toEqual({})
  const same = {
    title: ' Autumn catalogue ',
    message: '',
    downloadLimit: '5 ',
    notifyOnDownload: true,
    isRestricted: false,
    password: '',
  }
  expect(changesOf({ ...same, expiry: undefined, day: '2026-12-31' }, transfer)).toEqual({})
  const changes = changesOf({ title: 'Quote', downloadLimit: '', password: null, expiry: 'month', isRestricted: true }, transfer)
  expect(changes).toEqual({
    title: 'Quote',
    downloadLimit: null,
    password: null,
    expirySeconds: expirySeconds.month,
    isRestricted: true,
  })
  expect(changedFields(changes)).toEqual(['title', 'isRestricted', 'downloadLimit', 'expiry', 'password'])
  expect(changesOf({ password: null }, { ...transfer, hasPassword: false })).toEqual({})
  expect(changesOf({ expiry: 'date', day: '2026-12-31' }, transfer)).toEqual({ expiryDate: endOfDay('2026-12-31') })
})

test('T9 what is wrong is told before it is sent', () => {
  const now = endOfDay('2026-12-30')
  expect(draftFaults({}, now)).toEqual([])
  expect(draftFaults({ message: 'a'.repeat(281) }, now)).toEqual(['longMessage'])
  expect(draftFaults({ expiry: 'date', day: '2026-12-30' }, now)).toEqual(['wrongDay'])
  expect(draftFaults({ expiry: 'date', day: '' }, now)).toEqual(['wrongDay'])
  expect(draftFaults({ expiry: 'date', day: '2026-12-31' }, now)).toEqual([])
  expect(draftFaults({ password: 'short' }, now)).toEqual(['shortPassword'])
  expect(draftFaults({ password: '' }, now)).toEqual([])
  for (const limit of ['0', '1.5', 'x', '1000001', '-1'])
    expect(draftFaults({ downloadLimit: limit }, now)).toEqual(['wrongLimit'])
  expect(draftFaults({ downloadLimit: ' 7 ' }, now)).toEqual([])
})

test('T9 what is typed while the rest is saved stays', () => {
  const saved = { title: 'Quote', downloadLimit: '5' }
  expect(typedSince(saved, saved)).toEqual({})
  expect(typedSince(saved, { ...saved, title: 'Quote 2291', message: 'Hello' })).toEqual({
    title: 'Quote 2291',
    message: 'Hello',
  })
})

test('T9 it shows at once as it will stand', () => {
  const shown = withChanges({ ...transfer, status: 'expired' }, { title: 'Quote', password: null, expirySeconds: 60 }, 5000)
  expect(shown).toMatchObject({ title: 'Quote', hasPassword: false, expiryDate: 65_000, expirySeconds: 60, status: 'active' })
  expect(shown).not.toHaveProperty('password')
  expect(withChanges(transfer, { isDisabled: true }, 0)).toMatchObject({ status: 'disabled', title: 'Autumn catalogue' })
  expect(withChanges(transfer, { downloadLimit: null, title: undefined }, 0)).toMatchObject({
    downloadLimit: null,
    title: 'Autumn catalogue',
  })
})
