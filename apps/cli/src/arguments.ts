/** The words of a command line -> what is wanted. */
import { type ParseArgsConfig, parseArgs } from 'node:util'
import { expirySeconds } from '@sampan/contract/plans'
import { fitsMessage } from '@sampan/contract/rules/message'
import { isEmail, mergeRecipients, splitRecipients } from '@sampan/contract/rules/recipients'
import { Stop } from './failure.ts'

export type SendWish = {
  name: 'send'
  files: string[]
  /** Empty where a link is wanted. */
  to: string[]
  message: string
  password: string | null
  expirySeconds: number | null
  /** For the team of the account, with its storage and limits. */
  isForTeam: boolean
}
export type ReceiveWish = {
  name: 'receive'
  link: string
  files: string[]
  into: string
  password: string | null
  isOverwriting: boolean
}
export type Command =
  | SendWish
  | ReceiveWish
  | { name: 'login'; server: string | null; token: string | null }
  | { name: 'logout' }
  | { name: 'help'; of: CommandName | null }
  | { name: 'version' }
export type GlobalOptions = { server: string | null; isJson: boolean; isQuiet: boolean; giveUpSeconds: number }

export const commandNames = ['send', 'receive', 'login', 'logout'] as const
export type CommandName = (typeof commandNames)[number]

const text = { type: 'string' } as const
const texts = { type: 'string', multiple: true } as const
const flag = { type: 'boolean' } as const
const everywhere = {
  server: text,
  json: flag,
  quiet: { ...flag, short: 'q' },
  'give-up': text,
  help: { ...flag, short: 'h' },
} as const
const options = {
  send: { ...everywhere, to: texts, link: flag, message: text, password: text, expires: text, team: flag },
  receive: { ...everywhere, file: texts, into: text, password: text, overwrite: flag },
  login: { ...everywhere, token: text },
  logout: everywhere,
} as const

type Values = Record<string, string | boolean | string[] | undefined>
const textIn = (values: Values, name: string): string | null => (typeof values[name] === 'string' ? values[name] : null)
const textsIn = (values: Values, name: string): string[] => (Array.isArray(values[name]) ? values[name] : [])

function read(name: CommandName, words: string[]): { values: Values; operands: string[] } {
  try {
    const known: NonNullable<ParseArgsConfig['options']> = options[name]
    const { values, positionals } = parseArgs({ args: words, options: known, allowPositionals: true, strict: true })
    return { values: values as Values, operands: positionals }
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException
    const option = /'(?:-\w, )?(-[^\s']*)/.exec(message)?.[1] ?? ''
    throw new Stop('usage', code === 'ERR_PARSE_ARGS_UNKNOWN_OPTION' ? 'optionUnknown' : 'optionNeedsValue', { option })
  }
}

const unitSeconds: Readonly<Record<string, number>> = { h: 3600, d: 86_400, w: 604_800, y: expirySeconds.year }

export function secondsOf(words: string): number {
  if (words === 'never') return expirySeconds.never
  const [, amount, unit = ''] = /^(\d{1,5})([hdwy])$/.exec(words) ?? []
  const seconds = Number(amount) * (unitSeconds[unit] ?? 0)
  if (!(seconds > 0)) throw new Stop('usage', 'expiresInvalid')
  return seconds
}

function recipients(values: Values): string[] {
  const to = mergeRecipients([], textsIn(values, 'to').flatMap(splitRecipients))
  const wrong = to.find((address) => !isEmail(address))
  if (wrong !== undefined) throw new Stop('usage', 'addressInvalid', { address: wrong })
  return to
}

function sendWish(values: Values, files: string[]): SendWish {
  const [to, message, expires] = [recipients(values), textIn(values, 'message') ?? '', textIn(values, 'expires')]
  if (files.length === 0) throw new Stop('usage', 'filesNeeded')
  if (to.length > 0 === (values.link === true)) throw new Stop('usage', 'toOrLink')
  if (!fitsMessage(message)) throw new Stop('usage', 'messageTooLong')
  return {
    name: 'send',
    files,
    to,
    message,
    password: textIn(values, 'password'),
    expirySeconds: expires === null ? null : secondsOf(expires),
    isForTeam: values.team === true,
  }
}

function receiveWish(values: Values, operands: string[]): ReceiveWish {
  const link = only(operands)
  if (!link) throw new Stop('usage', 'linkNeeded')
  return {
    name: 'receive',
    link,
    files: textsIn(values, 'file'),
    into: textIn(values, 'into') ?? '.',
    password: textIn(values, 'password'),
    isOverwriting: values.overwrite === true,
  }
}

function only([first, second]: string[]): string | null {
  if (second !== undefined) throw new Stop('usage', 'tooMany', { word: second })
  return first ?? null
}

function wishOf(name: CommandName, values: Values, operands: string[]): Command {
  if (values.help) return { name: 'help', of: name }
  if (name === 'send') return sendWish(values, operands)
  if (name === 'receive') return receiveWish(values, operands)
  const server = only(operands)
  if (name === 'login') return { name, server, token: textIn(values, 'token') }
  if (server !== null) throw new Stop('usage', 'tooMany', { word: server })
  return { name }
}

const usualGiveUpSeconds = 600

function globalOptionsOf(values: Values): GlobalOptions {
  const giveUp = textIn(values, 'give-up')
  const giveUpSeconds = giveUp === null ? usualGiveUpSeconds : Number(giveUp)
  if (!(giveUpSeconds >= 1)) throw new Stop('usage', 'numberInvalid', { option: '--give-up' })
  return { server: textIn(values, 'server'), isJson: values.json === true, isQuiet: values.quiet === true, giveUpSeconds }
}

const isCommand = (word: string | undefined): word is CommandName => commandNames.some((name) => name === word)

/** Whether errors are to be told to programs is known even where the rest cannot be read. */
export const wantsJson = (words: readonly string[]): boolean => {
  const end = words.indexOf('--')
  return (end < 0 ? words : words.slice(0, end)).includes('--json')
}

/** Throws a Stop of usage. */
export function readArguments([name, ...words]: readonly string[]): { command: Command; globalOptions: GlobalOptions } {
  const plain: GlobalOptions = globalOptionsOf({})
  if (name === '--version' || name === '-V') return { command: { name: 'version' }, globalOptions: plain }
  if (!isCommand(name)) return { command: { name: 'help', of: isCommand(words[0]) ? words[0] : null }, globalOptions: plain }
  if (words.includes('--version')) return { command: { name: 'version' }, globalOptions: plain }
  const { values, operands } = read(name, words)
  return { command: wishOf(name, values, operands), globalOptions: globalOptionsOf(values) }
}
