// @vitest-environment node
import { expect, test } from 'vitest'
import { type ShownToast, withToast } from './toasts.tsx'

const toast = (id: number, about?: string): ShownToast => ({ id, text: `${id}`, lifeMs: 1000, ...(about && { about }) })
const shown = (...toasts: ShownToast[]) => toasts.reduce<ShownToast[]>(withToast, []).map(({ id }) => id)

test('T2 a newer message about the same takes the place of the older', () => {
  expect(shown(toast(1, 'a'), toast(2, 'b'), toast(3, 'a'))).toEqual([3, 2])
})

test('T2 messages about nothing in particular stand side by side, three at most', () => {
  expect(shown(toast(1), toast(2), toast(3), toast(4))).toEqual([2, 3, 4])
})
