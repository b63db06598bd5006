import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { describe, expect, test } from 'vitest'
import { readArguments, wantsJson } from './arguments.ts'
import { commandNames } from './commands.ts'
import { Stop } from './failure.ts'
import { secondsOf, untilOf } from './words.ts'

const wishOf = (line: string) => readArguments(line.split(' ')).command
const refusal = (line: string): string => {
  try {
    readArguments(line.split(' '))
  } catch (error) {
    if (error instanceof Stop && error.exitCode === 2) return error.key
    throw error
  }
  return 'none'
}

describe('O7 arguments', () => {
  test('recipients are separated, lowercased, each once', () => {
    expect(wishOf('send a.txt dir --to A@b.cn,c@d.cn --to c@d.cn --message hi --expires 2w')).toEqual({
      name: 'send',
      files: ['a.txt', 'dir'],
      to: ['a@b.cn', 'c@d.cn'],
      message: 'hi',
      password: null,
      expirySeconds: 1_209_600,
      isForTeam: false,
    })
  })

  test('what follows "--" is a file, whatever it looks like', () => {
    expect(wishOf('send --link -- --to')).toMatchObject({ files: ['--to'], to: [] })
    expect(wantsJson(['send', '--', '--json'])).toBe(false)
    expect(wantsJson(['send', '--json'])).toBe(true)
  })

  test('receive and how it is told', () => {
    const { command, globalOptions } = readArguments(
      'receive https://a.example/w/Ab3dE6g --file a --file b/c --into x --json --give-up 5'.split(' '),
    )
    expect(command).toMatchObject({ files: ['a', 'b/c'], into: 'x', isOverwriting: false })
    expect(globalOptions).toEqual({ server: null, isJson: true, isQuiet: false, giveUpSeconds: 5 })
  })

  test.each([
    ['send --link', 'filesNeeded'],
    ['send a', 'toOrLink'],
    ['send a --link --to a@b.cn', 'toOrLink'],
    ['send a --to nobody', 'addressInvalid'],
    ['send a --to', 'optionNeedsValue'],
    ['send a --link --into x', 'optionUnknown'],
    ['send a --link --expires soon', 'expiresInvalid'],
    [`send a --link --message ${'x'.repeat(281)}`, 'messageTooLong'],
    ['receive', 'linkNeeded'],
    ['receive a b', 'tooMany'],
    ['receive a --give-up 0', 'numberInvalid'],
    ['logout now', 'tooMany'],
    ['list --active --expired', 'onlyOneOf'],
    ['list --rows 0', 'wholeInvalid'],
    ['list --rows 201', 'wholeInvalid'],
    ['share', 'transferNeeded'],
    ['share a --password x --no-password', 'onlyOneOf'],
    ['share a --limit some', 'wholeInvalid'],
    ['share a --to nobody', 'addressInvalid'],
    ['extend a', 'whenNeeded'],
    ['extend a soon', 'whenInvalid'],
    ['extend a 2026-13-45', 'whenInvalid'],
    ['extend a 7d b', 'tooMany'],
    ['request frobnicate', 'commandUnknown'],
    ['request ask', 'titleNeeded'],
    ['request ask a --due soon', 'whenInvalid'],
    ['request show', 'requestNeeded'],
    ['request reject a', 'rejectWhat'],
    ['completion tcsh', 'shellNeeded'],
  ])('%s: %s', (line, key) => expect(refusal(line)).toBe(key))

  test.each([
    ['12h', 43_200],
    ['7d', 604_800],
    ['1y', 31_536_000],
    ['never', 3_153_600_000],
  ])('%s is %d seconds', (words, seconds) => expect(secondsOf(words)).toBe(seconds))

  test('O7 a file request and what is changed of a transfer', () => {
    expect(wishOf('request ask Papers --to A@b.cn --document Passport --document Contract --due 2w')).toMatchObject({
      name: 'request ask',
      title: 'Papers',
      to: ['a@b.cn'],
      documents: ['Passport', 'Contract'],
      due: { seconds: 1_209_600 },
    })
    expect(wishOf('share x --no-password --limit none')).toMatchObject({
      changes: { password: null, downloadLimit: null },
      to: [],
    })
    expect(wishOf('list the report --page 2')).toMatchObject({ search: 'the report', page: 2, rows: 30, filter: 'all' })
    expect(untilOf('never')).toEqual({ seconds: 3_153_600_000 })
    expect(untilOf('2026-12-31T18:00Z')).toEqual({ at: Date.UTC(2026, 11, 31, 18) })
  })

  test('O7 the program at the root knows every command of the client', () => {
    const text = readFileSync(fileURLToPath(new URL('../../../sampan', import.meta.url)), 'utf8')
    const known = [.../clientCommands = \[([^\]]+)\]/.exec(text)![1]!.matchAll(/'([a-z]+)'/g)].map(([, name]) => name)
    expect(known.sort()).toEqual([...new Set(commandNames.map((name) => name.split(' ')[0]))].sort())
  })

  test('help and version', () => {
    for (const line of ['send --help', 'send -h', 'help send', '--help send'])
      expect(wishOf(line)).toEqual({ name: 'help', of: 'send' })
    expect(wishOf('help')).toEqual({ name: 'help', of: null })
    for (const line of ['request', 'request --help', 'help request'])
      expect(wishOf(line)).toEqual({ name: 'help', of: 'request' })
    expect(wishOf('help request ask')).toEqual({ name: 'help', of: 'request ask' })
    expect(wishOf('--version')).toEqual({ name: 'version' })
  })
})
