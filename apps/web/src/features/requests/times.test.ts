// @vitest-environment node
import { expect, test } from 'vitest'
import { endingOf } from './times.ts'

test('R3 the due date or the end of the link, whichever comes first', () => {
  expect(endingOf({ status: 'open', dueAt: null, expiryDate: null }, 10)).toEqual({ kind: 'noEnd' })
  expect(endingOf({ status: 'open', dueAt: 20, expiryDate: 30 }, 10)).toEqual({ kind: 'due', at: 20 })
  expect(endingOf({ status: 'open', dueAt: 20, expiryDate: 30 }, 25)).toEqual({ kind: 'overdue', at: 20 })
  expect(endingOf({ status: 'open', dueAt: 40, expiryDate: 30 }, 10)).toEqual({ kind: 'closes', at: 30 })
  expect(endingOf({ status: 'closed', dueAt: 20, expiryDate: 30 }, 10)).toEqual({ kind: 'over' })
  expect(endingOf({ status: 'takenDown', dueAt: null, expiryDate: 30 }, 10)).toEqual({ kind: 'over' })
  expect(endingOf({ status: 'expired', dueAt: 20, expiryDate: 30 }, 31)).toEqual({ kind: 'endedOn', at: 20 })
})
