import { describe, expect, test } from 'vitest'
import { readArguments, secondsOf, wantsJson } from './arguments.ts'
import { Stop } from './failure.ts'

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
  ])('%s: %s', (line, key) => expect(refusal(line)).toBe(key))

  test.each([
    ['12h', 43_200],
    ['7d', 604_800],
    ['1y', 31_536_000],
    ['never', 3_153_600_000],
  ])('%s is %d seconds', (words, seconds) => expect(secondsOf(words)).toBe(seconds))

  test('help and version', () => {
    for (const line of ['send --help', 'send -h', 'help send', '--help send'])
      expect(wishOf(line)).toEqual({ name: 'help', of: 'send' })
    expect(wishOf('help')).toEqual({ name: 'help', of: null })
    expect(wishOf('--version')).toEqual({ name: 'version' })
  })
})
