// @vitest-environment node
import { expect, test } from 'vitest'
import {
  endRecipient,
  noChips,
  pasteRecipients,
  recipientsOf,
  removeRecipient,
  reopenRecipient,
  replaceRecipient,
  typeRecipients,
} from './chips.ts'

const typed = (text: string) => typeRecipients(noChips, text)

test('Q6 a comma or semicolon ends a chip, what follows is typed on', () => {
  expect(typed('Li@A.cn, jo')).toMatchObject({ list: ['li@a.cn'], typed: ' jo' })
  expect(typed('li@a.cn;').list).toEqual(['li@a.cn'])
  expect(typed('li@a.cn，').list).toEqual(['li@a.cn'])
  expect(typed('li@a.cn').list).toEqual([])
})

test('Q6 Enter ends a chip, lowercased, trimmed and only once', () => {
  const chips = endRecipient({ ...noChips, list: ['li@a.cn'], typed: '  LI@a.cn ' })
  expect(chips).toMatchObject({ list: ['li@a.cn'], typed: '' })
  expect(endRecipient({ ...noChips, typed: 'jo@' }).list).toEqual(['jo@'])
})

test('Q6 a pasted list gives its valid addresses and skips the rest', () => {
  const chips = pasteRecipients({ ...noChips, list: ['li@a.cn'] }, 'Li Wei <li@a.cn>\npriya@b.in; nobody')
  expect(chips?.list).toEqual(['li@a.cn', 'priya@b.in'])
  expect(chips?.skipped).toBeGreaterThan(0)
})

test('Q6 a pasted piece that is no address stays to be typed on', () => {
  expect(pasteRecipients(noChips, 'priya')).toBeNull()
  expect(pasteRecipients(noChips, 'priya@b.in')?.list).toEqual(['priya@b.in'])
})

test('Q6 Backspace in the empty field brings the last chip back as text', () => {
  expect(reopenRecipient({ ...noChips, list: ['a@a.cn', 'jo@'] })).toMatchObject({ list: ['a@a.cn'], typed: 'jo@' })
  const typing = { ...noChips, list: ['a@a.cn'], typed: 'b' }
  expect(reopenRecipient(typing)).toBe(typing)
})

test('Q6 a whole address counts before its chip is ended, a half one does not', () => {
  expect(recipientsOf({ ...noChips, list: ['a@a.cn'], typed: 'b@b.in' })).toEqual(['a@a.cn', 'b@b.in'])
  expect(recipientsOf({ ...noChips, list: ['a@a.cn'], typed: 'b@' })).toEqual(['a@a.cn'])
  expect(
    replaceRecipient({ ...noChips, list: ['a@a.cn', 'b@gmial.com', 'b@gmail.com'] }, 'b@gmial.com', 'b@gmail.com').list,
  ).toEqual(['a@a.cn', 'b@gmail.com'])
  expect(removeRecipient({ ...noChips, list: ['a@a.cn', 'b@b.in'] }, 'a@a.cn').list).toEqual(['b@b.in'])
})
