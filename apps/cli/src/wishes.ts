/** What each command is asked for, read from its words. Throws a Stop of usage. */
import { downloadLimitMax, pageRows } from '@sampan/contract/limits'
import type { TransferFilter } from '@sampan/contract/routes/dashboard'
import type { RequestFilter } from '@sampan/contract/states'
import { type CommandName, type Shell, shells } from './commands.ts'
import { Stop } from './failure.ts'
import {
  messageIn,
  oneOf,
  only,
  recipientsIn,
  secondsOf,
  textIn,
  textsIn,
  type Until,
  untilOf,
  type Values,
  wholeIn,
} from './words.ts'

/** For the team of the account, with its storage and limits. */
type ForTeam = { isForTeam: boolean }
export type SendWish = ForTeam & {
  name: 'send'
  files: string[]
  /** Empty where a link is wanted. */
  to: string[]
  message: string
  password: string | null
  expirySeconds: number | null
}
export type ReceiveWish = {
  name: 'receive'
  link: string
  files: string[]
  into: string
  password: string | null
  isOverwriting: boolean
}
/** Pages count from 1. */
export type PageWish = { search: string; rows: number; page: number }
export type ListWish = ForTeam & PageWish & { name: 'list'; filter: TransferFilter }
/** What is not given stays; null takes it away. */
export type Changes = { title?: string; message?: string; password?: string | null; downloadLimit?: number | null }
export type ShareWish = ForTeam & { name: 'share'; transfer: string; to: string[]; opensLink: boolean; changes: Changes }
export type ExtendWish = ForTeam & { name: 'extend'; transfer: string; until: Until }
export type AskWish = ForTeam & {
  name: 'request ask'
  title: string
  /** Empty: by one open link. */
  to: string[]
  documents: string[]
  message: string
  due: Until | null
  expirySeconds: number | null
  password: string | null
}
export type RequestListWish = ForTeam & PageWish & { name: 'request list'; filter: RequestFilter }
type OfRequest = ForTeam & { request: string }
export type RequestShowWish = OfRequest & { name: 'request show' }
/** By address or name of who sent them, and by their paths; all where none is named. */
type Chosen = { from: string[]; files: string[] }
export type RequestReceiveWish = OfRequest & Chosen & { name: 'request receive'; into: string; isOverwriting: boolean }
export type DecideWish = OfRequest & Chosen & { name: 'request accept' | 'request reject'; reason: string }
export type RequestCloseWish = OfRequest & { name: 'request close' }
export type LogInWish = { name: 'login'; server: string | null; token: string | null }
export type CompletionWish = { name: 'completion'; shell: Shell }
export type Wish =
  | SendWish
  | ReceiveWish
  | ListWish
  | ShareWish
  | ExtendWish
  | AskWish
  | RequestListWish
  | RequestShowWish
  | RequestReceiveWish
  | DecideWish
  | RequestCloseWish
  | LogInWish
  | CompletionWish
  | { name: 'logout' }

const forTeam = (values: Values): ForTeam => ({ isForTeam: values.team === true })
const expiryIn = (values: Values): number | null => {
  const words = textIn(values, 'expires')
  return words === null ? null : secondsOf(words)
}

function sendWish(values: Values, files: string[]): SendWish {
  const [to, message] = [recipientsIn(values), messageIn(values) ?? '']
  if (files.length === 0) throw new Stop('usage', 'filesNeeded')
  if (to.length > 0 === (values.link === true)) throw new Stop('usage', 'toOrLink')
  return {
    name: 'send',
    files,
    to,
    message,
    password: textIn(values, 'password'),
    expirySeconds: expiryIn(values),
    ...forTeam(values),
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

/** Every word behind the command is searched for, as it would be typed into a page. */
const pageWish = (values: Values, operands: string[]): PageWish => ({
  search: operands.join(' '),
  rows: wholeIn(values, 'rows', pageRows.max) ?? pageRows.first,
  page: wholeIn(values, 'page', 10_000) ?? 1,
})

function listWish(values: Values, operands: string[]): ListWish {
  const filters = { active: 'active', expired: 'expired', received: 'received' } as const
  return {
    name: 'list',
    ...pageWish(values, operands),
    filter: oneOf<TransferFilter>(values, filters, 'all'),
    ...forTeam(values),
  }
}

function changesIn(values: Values): Changes {
  const [title, message, password] = [textIn(values, 'title'), messageIn(values), textIn(values, 'password')]
  if (password !== null && values['no-password'] === true)
    throw new Stop('usage', 'onlyOneOf', { options: '--password, --no-password' })
  const isUnlimited = textIn(values, 'limit') === 'none'
  const limit = isUnlimited ? null : wholeIn(values, 'limit', downloadLimitMax)
  return {
    ...(title !== null && { title }),
    ...(message !== null && { message }),
    ...(password !== null && { password }),
    ...(values['no-password'] === true && { password: null }),
    ...((isUnlimited || limit !== null) && { downloadLimit: limit }),
  }
}

function transferIn(operands: string[]): string {
  const transfer = only(operands)
  if (!transfer) throw new Stop('usage', 'transferNeeded')
  return transfer
}

function shareWish(values: Values, operands: string[]): ShareWish {
  const [transfer, to] = [transferIn(operands), recipientsIn(values)]
  return { name: 'share', transfer, to, opensLink: values.link === true, changes: changesIn(values), ...forTeam(values) }
}

function extendWish(values: Values, [transfer, when, ...rest]: string[]): ExtendWish {
  only(['', ...rest])
  if (!transfer) throw new Stop('usage', 'transferNeeded')
  if (!when) throw new Stop('usage', 'whenNeeded')
  return { name: 'extend', transfer, until: untilOf(when), ...forTeam(values) }
}

function askWish(values: Values, operands: string[]): AskWish {
  const title = only(operands)
  if (!title) throw new Stop('usage', 'titleNeeded')
  const due = textIn(values, 'due')
  return {
    name: 'request ask',
    title,
    to: recipientsIn(values),
    documents: textsIn(values, 'document'),
    message: messageIn(values) ?? '',
    due: due === null ? null : untilOf(due),
    expirySeconds: expiryIn(values),
    password: textIn(values, 'password'),
    ...forTeam(values),
  }
}

function requestIn(values: Values, operands: string[]): OfRequest {
  const request = only(operands)
  if (!request) throw new Stop('usage', 'requestNeeded')
  return { request, ...forTeam(values) }
}

const chosenIn = (values: Values): Chosen => ({ from: textsIn(values, 'from'), files: textsIn(values, 'file') })

function decideWish(name: DecideWish['name'], values: Values, operands: string[]): DecideWish {
  const chosen = chosenIn(values)
  // What is sent back is mailed to whoever sent it: nobody means all of it by leaving words out.
  if (name === 'request reject' && chosen.from.length + chosen.files.length === 0) throw new Stop('usage', 'rejectWhat')
  return { name, ...requestIn(values, operands), ...chosen, reason: textIn(values, 'reason') ?? '' }
}

function completionWish(operands: string[]): CompletionWish {
  const word = only(operands)
  const shell = shells.find((each) => each === word)
  if (!shell) throw new Stop('usage', 'shellNeeded', { shells: shells.join(', ') })
  return { name: 'completion', shell }
}

function logOutWish(operands: string[]): { name: 'logout' } {
  const [word] = operands
  if (word !== undefined) throw new Stop('usage', 'tooMany', { word })
  return { name: 'logout' }
}

const readers: { [N in CommandName]: (values: Values, operands: string[]) => Wish } = {
  send: sendWish,
  receive: receiveWish,
  list: listWish,
  share: shareWish,
  extend: extendWish,
  'request ask': askWish,
  'request list': (values, operands) => ({
    name: 'request list',
    ...pageWish(values, operands),
    filter: oneOf<RequestFilter>(values, { open: 'open', ended: 'ended' }, 'all'),
    ...forTeam(values),
  }),
  'request show': (values, operands) => ({ name: 'request show', ...requestIn(values, operands) }),
  'request receive': (values, operands) => ({
    name: 'request receive',
    ...requestIn(values, operands),
    ...chosenIn(values),
    into: textIn(values, 'into') ?? '.',
    isOverwriting: values.overwrite === true,
  }),
  'request accept': (values, operands) => decideWish('request accept', values, operands),
  'request reject': (values, operands) => decideWish('request reject', values, operands),
  'request close': (values, operands) => ({ name: 'request close', ...requestIn(values, operands) }),
  login: (values, operands) => ({ name: 'login', server: only(operands), token: textIn(values, 'token') }),
  logout: (_, operands) => logOutWish(operands),
  completion: (_, operands) => completionWish(operands),
}

export const readWish = (name: CommandName, values: Values, operands: string[]): Wish => readers[name](values, operands)
