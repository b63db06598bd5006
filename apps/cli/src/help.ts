/** What `--help` shows. */
import type { Language } from '@sampan/contract/paths'
import { type CliKey, cliText } from '@sampan/texts/cli'
import {
  aboutCommand,
  type CommandName,
  type CommandOption,
  commandNames,
  everywhere,
  type GroupName,
  isGroup,
  namesIn,
} from './commands.ts'
import { textWidth } from './show/text-width.ts'

/** Of which command; null: of all. */
export type HelpOf = CommandName | GroupName | null

const padded = (words: string, width: number): string => words + ' '.repeat(Math.max(1, width - textWidth(words)))

const optionLine = (name: string, { value, short, about }: CommandOption, say: (key: CliKey) => string): string =>
  `  ${padded(`--${name}${value ? ` ${value}` : ''}${short ? `, -${short}` : ''}`, 20)}${say(about)}`

function listText(names: readonly CommandName[], say: (key: CliKey) => string): string[] {
  const width = Math.max(...names.map(textWidth)) + 2
  return names.map((name) => `  ${padded(name, width)}${say(aboutCommand(name).about)}`)
}

export function helpText(language: Language, of: HelpOf): string {
  const say = (key: CliKey) => cliText(language, key)
  const more = (command: string) => cliText(language, 'moreHelp', { command })
  if (!of) {
    const head = [`${say('usage')}: ${say('usageOverall')}`, more(say('someCommand'))]
    return [...head, '', say('forEverybody'), ...listText(commandNames, say), '', say('exitCodes')].join('\n')
  }
  if (isGroup(of)) {
    const head = [`${say('usage')}: sampan ${of} ${say('usageOfGroup')}`, more(`${of} ${say('someCommand')}`)]
    return [...head, '', ...listText(namesIn(of), say), '', say('exitCodes')].join('\n')
  }
  const { usage, about, options } = aboutCommand(of)
  const rows = Object.entries({ ...options, ...everywhere }).map(([name, option]) => optionLine(name, option, say))
  const version = `  ${padded('--version', 20)}${say('optionVersion')}`
  return [
    `${say('usage')}: ${say(usage)}`,
    '',
    say(about),
    '',
    `${say('options')}:`,
    ...rows,
    version,
    '',
    say('exitCodes'),
  ].join('\n')
}
