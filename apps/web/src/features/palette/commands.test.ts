// @vitest-environment node
import { Files } from 'lucide-react'
import { expect, test } from 'vitest'
import { type Command, groupsOf, matching } from './commands.ts'

const command = (id: string, label: string, words = '', group: Command['group'] = 'pages'): Command => ({
  id,
  group,
  label,
  words,
  Icon: Files,
  run: () => {},
})
const all = [
  command('send', 'Send files', 'send'),
  command('transfers', '传输', 'transfers'),
  command('dark', 'Dark theme', 'theme dark', 'actions'),
  command('defaults', 'Sending defaults', 'settings defaults'),
]
const ids = (typed: string) => matching(all, typed).map(({ id }) => id)

test.each([
  ['', ['send', 'transfers', 'dark', 'defaults']],
  ['传', ['transfers']],
  ['TRANS', ['transfers']],
  ['theme dark', ['dark']],
  ['  files   send ', ['send']],
  ['settings', ['defaults']],
  ['ｓｅｎｄ', ['send', 'defaults']],
  ['nothing', []],
])('I2 “%s” finds %j', (typed, expected) => {
  expect(ids(typed)).toEqual(expected)
})

test('I2 what begins with it comes first', () => {
  expect(matching([command('a', 'My send'), command('b', 'Send')], 'send').map(({ id }) => id)).toEqual(['b', 'a'])
})

test('I2 groups stand in their order, empty ones not at all', () => {
  expect(groupsOf([...all].reverse()).map(({ group, commands }) => [group, commands.length])).toEqual([
    ['pages', 3],
    ['actions', 1],
  ])
})
