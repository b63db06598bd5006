// @vitest-environment node
import { expect, test } from 'vitest'
import { type ShownBar, withBar } from './bars.tsx'

const bar = (id: number, about?: string): ShownBar => ({ id, text: `${id}`, lifeMs: 1000, ...(about && { about }) })
const shown = (...bars: ShownBar[]) => bars.reduce<ShownBar[]>(withBar, []).map(({ id }) => id)

test('T2 a newer message about the same takes the place of the older', () => {
  expect(shown(bar(1, 'a'), bar(2, 'b'), bar(3, 'a'))).toEqual([3, 2])
})

test('T2 messages about nothing in particular stand side by side, three at most', () => {
  expect(shown(bar(1), bar(2), bar(3), bar(4))).toEqual([2, 3, 4])
})
