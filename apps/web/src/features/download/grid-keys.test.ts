import { expect, test } from 'vitest'
import { moveOf } from './grid-keys.ts'
import { buildTree, openRows } from './tree.ts'

const file = (path: string) => ({ fileId: path, path, size: 1, lastModified: null })
const tree = buildTree(['a/b/1', 'a/2', 'c'].map(file))
const open = new Set(['a/', 'a/b/'])
/** a, a/b, a/b/1, a/2, c */
const rows = openRows(tree.root, open)
const press = (key: string, index: number, opened = open) => moveOf(key, { rows, index, open: opened, columns: null })

test('D10 I2 arrows go through the rows, into folders and back to them, and never past the ends', () => {
  expect(['ArrowDown', 'ArrowUp', 'Home', 'End'].map((key) => press(key, 1))).toEqual([
    { to: 2 },
    { to: 0 },
    { to: 0 },
    { to: 4 },
  ])
  expect([press('ArrowUp', 0), press('ArrowDown', 4)]).toEqual([{ to: 0 }, { to: 4 }])
  expect(press('ArrowRight', 0)).toEqual({ to: 1 })
  expect(press('ArrowRight', 0, new Set())).toEqual({ act: 'toggle' })
  expect(press('ArrowRight', 2)).toBeNull()
  expect([press('ArrowLeft', 2), press('ArrowLeft', 3)]).toEqual([{ to: 1 }, { to: 0 }])
  expect(press('ArrowLeft', 1)).toEqual({ act: 'toggle' })
  expect(press('ArrowLeft', 4)).toBeNull()
})

test('D10 I2 space chooses, Enter opens a folder and downloads a file, other keys are the browser’s', () => {
  expect([press(' ', 2), press('Enter', 0), press('Enter', 2)]).toEqual([{ act: 'choose' }, { act: 'toggle' }, { act: 'open' }])
  expect([press('x', 0), press('Tab', 0), press('ArrowDown', 9)]).toEqual([null, null, null])
})

test('D1 D10 among tiles the arrows go to the sides and to the rows above and below, and stay where there is none', () => {
  const tiles = buildTree(['1', '2', '3', '4', '5', '6', '7', '8'].map(file)).root.children
  const go = (key: string, index: number) => moveOf(key, { rows: tiles, index, open: new Set(), columns: 3 })
  expect([go('ArrowRight', 0), go('ArrowRight', 7), go('ArrowLeft', 3), go('ArrowLeft', 0)]).toEqual([
    { to: 1 },
    { to: 7 },
    { to: 2 },
    { to: 0 },
  ])
  expect([go('ArrowDown', 1), go('ArrowDown', 5), go('ArrowUp', 4), go('ArrowUp', 2)]).toEqual([
    { to: 4 },
    { to: 5 },
    { to: 1 },
    { to: 2 },
  ])
  expect([go('Home', 4), go('End', 4), go('Enter', 4), go(' ', 4)]).toEqual([
    { to: 0 },
    { to: 7 },
    { act: 'open' },
    { act: 'choose' },
  ])
})
