/** How the words of a setting are read: each parser answers its value, or refuses with what is wrong. */
import { resolve } from 'node:path'
import { colourOf } from '@sampan/contract/rules/brand-colours'
import { isEmail } from '@sampan/contract/rules/recipients'
import ipaddr from 'ipaddr.js'

export type Setting<T> = { name: string; help: string; example: string; parse: (text: string | undefined) => T }

export class ConfigError extends Error {}
export const refuse = (why: string): never => {
  throw new ConfigError(why)
}

export const wholeNumber =
  (fallback: number, min: number, max: number) =>
  (text: string | undefined): number => {
    if (text === undefined) return fallback
    const value = /^\d+$/.test(text) ? Number(text) : Number.NaN
    return value >= min && value <= max ? value : refuse(`must be a whole number from ${min} to ${max}`)
  }

export const wholeNumberOrNull =
  (min: number, max: number) =>
  (text: string | undefined): number | null =>
    text === undefined ? null : wholeNumber(0, min, max)(text)

/** Whole days, as seconds. */
export const days =
  (fallbackSeconds: number, max: number) =>
  (text: string | undefined): number =>
    wholeNumber(fallbackSeconds / 86_400, 0, max)(text) * 86_400

export const ipAddress =
  (fallback: string) =>
  (text: string | undefined): string =>
    text === undefined ? fallback : ipaddr.isValid(text) ? text : refuse('must be an IP address')

/** Short ones are guessed, and the one of the example is known to all. */
const keyMinChars = 16
export const exampleKey = 'put-a-key-of-your-own-here'
export const key = (text: string | undefined): string | null => {
  if (text === undefined) return null
  if (text === exampleKey) return refuse('must be a key of your own')
  return /^\S+$/.test(text) && text.length >= keyMinChars
    ? text
    : refuse(`must have at least ${keyMinChars} characters, and no blanks`)
}

export const url =
  (protocols: readonly string[]) =>
  (text: string | undefined): string | null => {
    if (text === undefined) return null
    if (!URL.canParse(text) || !protocols.includes(new URL(text).protocol))
      return refuse(`must be an address that begins with ${protocols.map((p) => `${p}//`).join(' or ')}`)
    return text
  }

export const oneOf =
  <const W extends string>(words: readonly W[], fallback: W) =>
  (text: string | undefined): W =>
    text === undefined ? fallback : (words.find((word) => word === text) ?? refuse(`must be one of ${words.join(', ')}`))

export const emailOrNull = (text: string | undefined): string | null =>
  text === undefined ? null : isEmail(text.toLowerCase()) ? text : refuse('must be an e-mail address')

/** `#rrggbb`. */
export const colourOrNull = (text: string | undefined): string | null =>
  text === undefined ? null : (colourOf(text) ?? refuse('must be a colour, as #1d4ed8'))

/** What is put behind the + takes 41 of the 64 characters that a mail server must take before the @. */
export const bounceAddress = (text: string | undefined): string | null => {
  const address = emailOrNull(text)
  return address && address.indexOf('@') > 22 ? refuse('must have at most 22 characters before the @') : address
}

export const proxies = (text: string | undefined): string[] => {
  const list = (text ?? '')
    .split(',')
    .map((piece) => piece.trim())
    .filter(Boolean)
  for (const entry of list)
    if (!ipaddr.isValid(entry) && !ipaddr.isValidCIDR(entry))
      refuse(`"${entry}" is neither an address nor a network like 10.0.0.0/8`)
  return list
}

export const cityFiles = (text: string | undefined): string[] => {
  const paths = (text ?? '')
    .split(',')
    .map((piece) => piece.trim())
    .filter(Boolean)
  return paths.length > 2 ? refuse('must name one file, or two: of IPv4 and of IPv6') : paths.map((path) => resolve(path))
}

export type SocketAddress = { host: string; port: number } | { path: string }

/** `host:port`, `[::1]:port` or an absolute path. */
export const clamdAddress = (text: string | undefined): SocketAddress | null => {
  if (text === undefined) return null
  if (text.startsWith('/')) return { path: text }
  const [, host = '', port] = /^(?:tcp:\/\/)?(\[[\da-f:.]+\]|[^\s:/[\]]+):(\d{1,5})$/i.exec(text) ?? []
  const number = Number(port)
  if (!host || number < 1 || number > 65_535) refuse('must be host:port, or the absolute path of a socket')
  return { host: host.replace(/^\[|\]$/g, ''), port: number }
}

/** `slots`: what is put in, and so has to be there. */
export const addressWith =
  (...slots: readonly string[]) =>
  (text: string | undefined): string | null => {
    const given = url(['http:', 'https:'])(text)
    for (const slot of slots) if (given && !given.includes(slot)) refuse(`must have ${slot} in it`)
    return given
  }

/** Addresses of pages, separated by commas. */
export const addresses =
  (most: number) =>
  (text: string | undefined): string[] => {
    const pages = (text ?? '')
      .split(',')
      .map((piece) => piece.trim())
      .filter(Boolean)
    if (pages.length > most) refuse(most === 2 ? 'must name one address, or two' : `must name ${most} addresses at most`)
    return pages.map((page) => url(['http:', 'https:'])(page)!)
  }

type Credit = { before: string; address: string; after: string }

/** Words with at most one address in them, which becomes a link. */
export const credit = (text: string | undefined): Credit | null => {
  if (text === undefined) return null
  // A bracket or a mark behind an address is not of it.
  const [before = '', address = '', after = '', second] = text.split(/(https?:\/\/[^\s<>()]*[^\s<>().,;:!?])/)
  if (second) refuse('may hold one address only')
  return !address || URL.canParse(address) ? { before, address, after } : refuse(`"${address}" is not an address`)
}

export const origin = (text: string | undefined): string | null => {
  const given = url(['http:', 'https:'])(text)
  if (given && (new URL(given).pathname !== '/' || new URL(given).search)) refuse('must be an origin without a path')
  return given && new URL(given).origin
}

export const setting = <T>(name: string, help: string, example: string, parse: (text: string | undefined) => T): Setting<T> => ({
  name,
  help,
  example,
  parse,
})
