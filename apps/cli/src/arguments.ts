/** The words of a command line -> what is wanted. */
import { type ParseArgsConfig, parseArgs } from 'node:util'
import { aboutCommand, type CommandName, type CommandOption, everywhere, isCommand, isGroup } from './commands.ts'
import { Stop } from './failure.ts'
import type { HelpOf } from './help.ts'
import { readWish, type Wish } from './wishes.ts'
import { textIn, type Values } from './words.ts'

export type Command = Wish | { name: 'help'; of: HelpOf } | { name: 'version' }
export type GlobalOptions = { server: string | null; isJson: boolean; isQuiet: boolean; giveUpSeconds: number }

type Known = NonNullable<ParseArgsConfig['options']>
const parsed = ({ value, isRepeated = false, short }: CommandOption): Known[string] => ({
  type: value ? 'string' : 'boolean',
  multiple: isRepeated,
  ...(short && { short }),
})
const knownOf = (name: CommandName): Known =>
  Object.fromEntries(
    Object.entries({ ...aboutCommand(name).options, ...everywhere }).map(([option, about]) => [option, parsed(about)]),
  )

function read(name: CommandName, words: string[]): { values: Values; operands: string[] } {
  try {
    const { values, positionals } = parseArgs({ args: words, options: knownOf(name), allowPositionals: true, strict: true })
    return { values: values as Values, operands: positionals }
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException
    const option = /'(?:-\w, )?(-[^\s']*)/.exec(message)?.[1] ?? ''
    throw new Stop('usage', code === 'ERR_PARSE_ARGS_UNKNOWN_OPTION' ? 'optionUnknown' : 'optionNeedsValue', { option })
  }
}

const usualGiveUpSeconds = 600

function globalOptionsOf(values: Values): GlobalOptions {
  const giveUp = textIn(values, 'give-up')
  const giveUpSeconds = giveUp === null ? usualGiveUpSeconds : Number(giveUp)
  if (!(giveUpSeconds >= 1)) throw new Stop('usage', 'numberInvalid', { option: '--give-up' })
  return { server: textIn(values, 'server'), isJson: values.json === true, isQuiet: values.quiet === true, giveUpSeconds }
}

/** Whether errors are to be told to programs is known even where the rest cannot be read. */
export const wantsJson = (words: readonly string[]): boolean => {
  const end = words.indexOf('--')
  return (end < 0 ? words : words.slice(0, end)).includes('--json')
}

/** The longest beginning that is a command. */
function commandIn([first, second, ...rest]: readonly string[]): { name: HelpOf; rest: string[] } {
  const both = `${first} ${second}`
  if (isCommand(both)) return { name: both, rest }
  const after = second === undefined ? [] : [second, ...rest]
  return { name: isCommand(first) || isGroup(first) ? first : null, rest: after }
}

function wanted(words: readonly string[]): { command: Command; globalOptions?: GlobalOptions } {
  const { name, rest } = commandIn(words)
  const [first] = words
  if (first === '--version' || first === '-V') return { command: { name: 'version' } }
  if (!name) return { command: { name: 'help', of: commandIn(words.slice(1)).name } }
  if (isGroup(name)) {
    const [word] = rest
    if (word !== undefined && !word.startsWith('-')) throw new Stop('usage', 'commandUnknown', { word, command: name })
    return { command: { name: 'help', of: name } }
  }
  if (rest.includes('--version')) return { command: { name: 'version' } }
  const { values, operands } = read(name, rest)
  const command: Command = values.help ? { name: 'help', of: name } : readWish(name, values, operands)
  return { command, globalOptions: globalOptionsOf(values) }
}

/** Throws a Stop of usage. */
export function readArguments(words: readonly string[]): { command: Command; globalOptions: GlobalOptions } {
  return { globalOptions: globalOptionsOf({}), ...wanted(words) }
}
