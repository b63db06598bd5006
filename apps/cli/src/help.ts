/** What `--help` shows. */
import type { Language } from '@sampan/contract/paths'
import { type CliKey, cliText } from '@sampan/texts/cli'
import { type CommandName, commandNames } from './arguments.ts'
import { textWidth } from './show/text-width.ts'

type Line = readonly [option: string, about: CliKey]

const everywhere: readonly Line[] = [
  ['--server URL', 'optionServer'],
  ['--json', 'optionJson'],
  ['--quiet, -q', 'optionQuiet'],
  ['--give-up SECONDS', 'optionGiveUp'],
  ['--help, -h', 'optionHelp'],
  ['--version', 'optionVersion'],
]
const pages: Record<CommandName, { usage: CliKey; about: CliKey; options: readonly Line[] }> = {
  send: {
    usage: 'usageSend',
    about: 'aboutSend',
    options: [
      ['--to ADDRESS', 'optionTo'],
      ['--link', 'optionLink'],
      ['--message TEXT', 'optionMessage'],
      ['--password TEXT', 'optionPasswordSend'],
      ['--expires TIME', 'optionExpires'],
      ['--team', 'optionTeam'],
    ],
  },
  receive: {
    usage: 'usageReceive',
    about: 'aboutReceive',
    options: [
      ['--file PATH', 'optionFile'],
      ['--into FOLDER', 'optionInto'],
      ['--password TEXT', 'optionPasswordReceive'],
      ['--overwrite', 'optionOverwrite'],
    ],
  },
  login: { usage: 'usageLogin', about: 'aboutLogin', options: [['--token TOKEN', 'optionToken']] },
  logout: { usage: 'usageLogout', about: 'aboutLogout', options: [] },
}

const padded = (words: string, width: number): string => words + ' '.repeat(Math.max(1, width - textWidth(words)))

export function helpText(language: Language, of: CommandName | null): string {
  const say = (key: CliKey) => cliText(language, key)
  if (!of) {
    const rows = commandNames.map((name) => `  ${padded(name, 10)}${say(pages[name].about)}`)
    const head = [`${say('usage')}: ${say('usageOverall')}`, cliText(language, 'moreHelp', { command: say('someCommand') })]
    return [...head, '', say('forEverybody'), ...rows, '', say('exitCodes')].join('\n')
  }
  const { usage, about, options } = pages[of]
  const rows = [...options, ...everywhere].map(([option, key]) => `  ${padded(option, 20)}${say(key)}`)
  return [`${say('usage')}: ${say(usage)}`, '', say(about), '', `${say('options')}:`, ...rows, '', say('exitCodes')].join('\n')
}
