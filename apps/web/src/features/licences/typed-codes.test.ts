import { expect, test } from 'vitest'
import { countWhole, fitTyped, pasteAt, typeAt, wrongTyped } from './typed-codes.ts'

const [a, b, c] = ['AAAAA-AAAAA-AAAAA-AAAAA', 'BBBBB-BBBBB-BBBBB-BBBBB', 'CCCCC-CCCCC-CCCCC-CCCCC'] as const
const none = (count: number) => Array.from({ length: count }, () => '')

test('P6 there is an input for each code that is not activated, and nothing typed is lost', () => {
  expect(fitTyped([], 0)).toEqual(none(8))
  expect(fitTyped(['', a, '', b, '', '', '', ''], 0)).toEqual(['', a, '', b, '', '', '', ''])
  expect(fitTyped(['', a, '', b, '', '', '', ''], 5)).toEqual([a, b, ''])
  expect(fitTyped([a, b, c, '', '', '', '', ''], 7)).toEqual([a, b, c])
  expect(fitTyped([], 8)).toEqual([])
})

test('P6 typing groups at the end and leaves the middle alone', () => {
  expect(typeAt(['', ''], 1, 'abcdef', true)).toEqual(['', 'ABCDE-F'])
  expect(typeAt(['ABCDE-F'], 0, 'ABxCDE-F', false)).toEqual(['ABxCDE-F'])
})

test('P6 pasting several codes fills the free inputs, one is left to the field', () => {
  expect(pasteAt(none(3), 0, a)).toBeNull()
  expect(pasteAt(none(4), 1, `${a}\n${b}, ${c}`)).toEqual(['', a, b, c])
  expect(pasteAt([a, '', ''], 2, `${b} ${c}`)).toEqual([a, c, b])
  expect(pasteAt([a, 'XX'], 1, `${b} ${c}`)).toEqual([a, b, c])
})

test('P6 what is cut or there twice is marked; a code counts once', () => {
  expect([...wrongTyped([a, '', 'AAAAA', b, a.toLowerCase(), '??'])]).toEqual([2, 4, 5])
  expect(countWhole([a, a, 'AAAAA', b])).toBe(2)
})
