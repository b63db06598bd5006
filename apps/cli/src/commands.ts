/** Every command with its options, once: what is read, what `--help` shows, and what a shell completes. */
import type { CliKey } from '@sampan/texts/cli'

/** What a shell offers for a value or for the words behind a command; nothing where it cannot know. */
export type Offer = 'files' | 'folders' | readonly string[]
export type CommandOption = {
  /** `value`: how `--help` calls what stands behind it; a flag has none. */
  value?: string
  isRepeated?: boolean
  short?: string
  about: CliKey
  offer?: Offer
}
export type CommandAbout = {
  usage: CliKey
  about: CliKey
  options: Readonly<Record<string, CommandOption>>
  /** Of the words that are no options. */
  offer?: Offer
}

const team = { about: 'optionTeam' } as const
const sendTo = { value: 'ADDRESS', isRepeated: true, about: 'optionTo' } as const
const message = { value: 'TEXT', about: 'optionMessage' } as const
const passwordToSet = { value: 'TEXT', about: 'optionPasswordSend' } as const
const into = { value: 'FOLDER', about: 'optionInto', offer: 'folders' } as const
const overwrite = { about: 'optionOverwrite' } as const
const expires = { value: 'TIME', about: 'optionExpires', offer: ['12h', '7d', '4w', '1y', 'never'] } as const
const pages = { rows: { value: 'NUMBER', about: 'optionRows' }, page: { value: 'NUMBER', about: 'optionPage' } } as const
const from = { value: 'WHO', isRepeated: true, about: 'optionFrom' } as const
const received = { value: 'PATH', isRepeated: true, about: 'optionReceivedFile' } as const

export const shells = ['bash', 'zsh', 'fish'] as const
export type Shell = (typeof shells)[number]

export const commands = {
  send: {
    usage: 'usageSend',
    about: 'aboutSend',
    offer: 'files',
    options: { to: sendTo, link: { about: 'optionLink' }, message, password: passwordToSet, expires, team },
  },
  receive: {
    usage: 'usageReceive',
    about: 'aboutReceive',
    options: {
      file: { value: 'PATH', isRepeated: true, about: 'optionFile' },
      into,
      password: { value: 'TEXT', about: 'optionPasswordReceive' },
      overwrite,
    },
  },
  list: {
    usage: 'usageList',
    about: 'aboutList',
    options: {
      active: { about: 'optionActive' },
      expired: { about: 'optionExpired' },
      received: { about: 'optionReceived' },
      ...pages,
      team,
    },
  },
  share: {
    usage: 'usageShare',
    about: 'aboutShare',
    options: {
      to: sendTo,
      link: { about: 'optionOpenLink' },
      title: { value: 'TEXT', about: 'optionTitle' },
      message,
      password: passwordToSet,
      'no-password': { about: 'optionNoPassword' },
      limit: { value: 'NUMBER', about: 'optionLimit', offer: ['none'] },
      team,
    },
  },
  extend: { usage: 'usageExtend', about: 'aboutExtend', options: { team } },
  'request ask': {
    usage: 'usageRequestAsk',
    about: 'aboutRequestAsk',
    options: {
      to: { ...sendTo, about: 'optionAskTo' },
      document: { value: 'NAME', isRepeated: true, about: 'optionDocument' },
      message,
      due: { value: 'WHEN', about: 'optionDue' },
      expires,
      password: { ...passwordToSet, about: 'optionPasswordAsk' },
      team,
    },
  },
  'request list': {
    usage: 'usageRequestList',
    about: 'aboutRequestList',
    options: { open: { about: 'optionOpen' }, ended: { about: 'optionEnded' }, ...pages, team },
  },
  'request show': { usage: 'usageRequestShow', about: 'aboutRequestShow', options: { team } },
  'request receive': {
    usage: 'usageRequestReceive',
    about: 'aboutRequestReceive',
    options: { from, file: received, into, overwrite, team },
  },
  'request accept': { usage: 'usageRequestAccept', about: 'aboutRequestAccept', options: { from, file: received, team } },
  'request reject': {
    usage: 'usageRequestReject',
    about: 'aboutRequestReject',
    options: { from, file: received, reason: { value: 'TEXT', about: 'optionReason' }, team },
  },
  'request close': { usage: 'usageRequestClose', about: 'aboutRequestClose', options: { team } },
  login: { usage: 'usageLogin', about: 'aboutLogin', options: { token: { value: 'TOKEN', about: 'optionToken' } } },
  logout: { usage: 'usageLogout', about: 'aboutLogout', options: {} },
  completion: { usage: 'usageCompletion', about: 'aboutCompletion', options: {}, offer: shells },
} as const satisfies Record<string, CommandAbout>

export type CommandName = keyof typeof commands
export const commandNames = Object.keys(commands) as CommandName[]
export const isCommand = (word: string | undefined): word is CommandName => word !== undefined && Object.hasOwn(commands, word)
export const aboutCommand = (name: CommandName): CommandAbout => commands[name]

/** Commands of two words, by the first one. */
export const groups = { request: 'aboutRequest' } as const satisfies Record<string, CliKey>
export type GroupName = keyof typeof groups
export const isGroup = (word: string | undefined): word is GroupName => word !== undefined && Object.hasOwn(groups, word)
export const namesIn = (group: GroupName): CommandName[] => commandNames.filter((name) => name.startsWith(`${group} `))

/** What every command takes. */
export const everywhere: Readonly<Record<string, CommandOption>> = {
  server: { value: 'URL', about: 'optionServer' },
  json: { about: 'optionJson' },
  quiet: { about: 'optionQuiet', short: 'q' },
  'give-up': { value: 'SECONDS', about: 'optionGiveUp' },
  help: { about: 'optionHelp', short: 'h' },
}
