import { expect, test } from 'vitest'
import { lotsOf } from './lots.ts'

test.each([
  ['nothing', [], 10, [[]]],
  ['what fits', ['a', 'b'], 8, [['a', 'b']]],
  ['what does not, in its order', ['a', 'b', 'c'], 8, [['a', 'b'], ['c']]],
  ['one that is larger than a lot, alone', ['a', 'bbbbbbbbbb', 'c'], 8, [['a'], ['bbbbbbbbbb'], ['c']]],
  ['letters of several bytes', ['文', '件', '夹'], 12, [['文', '件'], ['夹']]],
])('R49 lists are told in lots: %s', (_, items, bytes, lots) => {
  expect(lotsOf(items, bytes)).toEqual(lots)
})
