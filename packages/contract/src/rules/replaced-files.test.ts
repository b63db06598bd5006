import { expect, test } from 'vitest'
import { replacedFiles } from './replaced-files.ts'

const held = [
  { id: '1', path: 'a.txt' },
  { id: '2', path: 'A.TXT' },
  { id: '3', path: 'caf\u00e9/menu.pdf' },
  { id: '4', path: 'b.txt' },
]
const of = (paths: string[], chosen: [string, string][] = []) => Object.fromEntries(replacedFiles(held, paths, new Map(chosen)))

test.each([
  ['the same path', ['a.txt'], [], { 'a.txt': '1' }],
  ['a new path comes beside', ['c.txt'], [], {}],
  ['another spelling', ['cafe\u0301/MENU.pdf'], [], { 'cafe\u0301/MENU.pdf': '3' }],
  ['exact before folded, whatever the order', ['a.TXT', 'a.txt'], [], { 'a.txt': '1', 'a.TXT': '2' }],
  ['each file once', ['B.txt', 'b.TXT'], [], { 'B.txt': '4' }],
  ['what is told goes first', ['b.txt', 'new.txt'], [['new.txt', '4']], { 'new.txt': '4' }],
  ['a folder’s name is part of it', ['menu.pdf'], [], {}],
] as [string, string[], [string, string][], object][])('T9 D3 replaces: %s', (_, paths, chosen, expected) => {
  expect(of(paths, chosen)).toEqual(expected)
})
