import { describe, expect, test } from 'vitest'
import { newForm } from '../form/form.ts'
import { earlyOf, isMetered, overStorageBytes } from './early-rules.ts'

const file = (size: number) => ({ path: 'a', size, lastModified: 1, blob: new Blob() })
const draft = (more = {}) => ({ ...newForm(), isLooking: false, files: [file(1000)], ...more })
const usage = { folderSize: 900, storageBytes: 1000, thisMonthsTransfers: 0, transfersPerMonth: null }

describe('Q21 when bytes flow before Send', () => {
  test.each([
    ['what fits', draft(), 'flows'],
    ['too many bytes', draft({ files: [file(3_000_000_001)] }), 'held'],
    ['too many files', draft({ files: Array.from({ length: 51 }, () => file(1)) }), 'held'],
    ['more than the storage has left', draft({ usage }), 'held'],
    ['an upload of an earlier visit, not decided', draft({ interrupted: { files: [] } }), 'held'],
    ['not known what an earlier visit has left', draft({ isLooking: true }), 'held'],
    ['a month of this address that is used up', draft({ sender: 'Anna@b.uk', usedUp: ['anna@b.uk'] }), 'held'],
    ['of another address', draft({ sender: 'li@a.cn', usedUp: ['anna@b.uk'] }), 'flows'],
    ['a month that is used up', draft({ limit: { kind: 'trial' } }), 'held'],
  ] as const)('%s', (_, form, early) => {
    expect(earlyOf(form as never, true, false, false)).toBe(early)
  })
  test('not before it is known who sends; on a costly line it waits, where it could begin', () => {
    expect(earlyOf(draft(), false, false, false)).toBe('held')
    expect(earlyOf(draft(), true, true, false)).toBe('waits')
    expect(earlyOf(draft({ usage }), true, true, false)).toBe('held')
  })
})

test('Q25 one upload runs at a time: the next draft waits until the line is free', () => {
  expect([earlyOf(draft(), true, false, true), earlyOf(draft({ usage }), true, false, true)]).toEqual(['queued', 'held'])
})

test('Q21 lines that cost money', () => {
  expect([{}, { connection: {} }, { connection: { type: 'wifi' } }].map(isMetered)).toEqual([false, false, false])
  expect([{ connection: { saveData: true } }, { connection: { type: 'cellular' } }].map(isMetered)).toEqual([true, true])
})

test('Q21 by how much the files exceed the storage', () => {
  expect([overStorageBytes(draft({ usage })), overStorageBytes(draft())]).toEqual([900, 0])
})
