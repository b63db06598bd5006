import { expect, test } from 'vitest'
import { planOf, plans } from '../plans.ts'
import { areSameLimits, changedLimits, limitsNote, readLimits, readLimitsNote, writeOwnLimits } from './own-limits.ts'

test('O11 K1 an account has its plan’s limits but for those of its own, of which null is without a limit', () => {
  expect(planOf({ role: 'free', ownLimits: null })).toBe(plans.free)
  const own = changedLimits(null, { storageBytes: 50e9, contacts: 'unlimited' })
  expect(planOf({ role: 'free', ownLimits: own })).toEqual({ ...plans.free, storageBytes: 50e9, contacts: null })
  expect(changedLimits(own, { storageBytes: 'plan', files: 7 })).toEqual({ contacts: null, files: 7 })
  expect(changedLimits(own, { storageBytes: 'plan', contacts: 'plan' })).toBeNull()
  expect([areSameLimits(own, { ...own }), areSameLimits(own, null), areSameLimits(null, null)]).toEqual([true, false, true])
})

test.each([
  [['storageBytes=50GB', 'files=7'], { storageBytes: 50e9, files: 7 }],
  [
    ['uploadBytes=2.5tb', 'contacts=unlimited', 'recipients=plan'],
    { uploadBytes: 2.5e12, contacts: 'unlimited', recipients: 'plan' },
  ],
  [['storageBytes=1'], { storageBytes: 1 }],
  [['files=0'], 'files=0'],
  [['files=1.5'], 'files=1.5'],
  [['files=10001'], 'files=10001'],
  [['files=7GB'], 'files=7GB'],
  [['files=unlimited'], 'files=unlimited'],
  [['files=7', 'seats=4'], 'seats=4'],
  [['files'], 'files'],
  [['files=-1'], 'files=-1'],
])('O11 O5 reads %j', (words, read) => expect(readLimits(words)).toEqual(read))

test('O11 a change is kept in a line with its reason, and read again', () => {
  const note = limitsNote({ files: 'plan', storageBytes: 50e9 }, 'Moves house; for a year')
  expect(note).toBe('storageBytes=50000000000 files=plan; Moves house; for a year')
  expect(readLimitsNote(note)).toEqual({ limits: 'storageBytes=50000000000 files=plan', reason: 'Moves house; for a year' })
  expect(writeOwnLimits({ files: 7, contacts: null })).toBe('files=7 contacts=unlimited')
})
