import { expect, test } from 'vitest'
import { pathBeside } from './path-beside.ts'

test.each([
  ['a.txt', 'b.txt', 'b.txt'],
  ['plans/2026/a.txt', 'b.txt', 'plans/2026/b.txt'],
  ['a.txt/a.txt', 'a.txt', 'a.txt/a.txt'],
])('T9 what takes the place of %s comes into its folder', (path, name, expected) => {
  expect(pathBeside(path, name)).toBe(expected)
})
