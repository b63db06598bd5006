/** Environment -> one frozen, checked object; the only reader of process.env. `.env.example` is checked against this table. */
import { isAbsolute, resolve } from 'node:path'
import { type RateName, rateLimits } from '@sampan/contract/limits'
import { isEmail } from '@sampan/contract/rules/recipients'
import ipaddr from 'ipaddr.js'

type Setting<T> = { name: string; help: string; example: string; parse: (text: string | undefined) => T }

class ConfigError extends Error {}
const refuse = (why: string): never => {
  throw new ConfigError(why)
}

const wholeNumber =
  (fallback: number, least: number, most: number) =>
  (text: string | undefined): number => {
    if (text === undefined) return fallback
    const value = /^\d+$/.test(text) ? Number(text) : Number.NaN
    return value >= least && value <= most ? value : refuse(`must be a whole number from ${least} to ${most}`)
  }

const wholeNumberOrNull =
  (least: number, most: number) =>
  (text: string | undefined): number | null =>
    text === undefined ? null : wholeNumber(0, least, most)(text)

const ipAddress =
  (fallback: string) =>
  (text: string | undefined): string =>
    text === undefined ? fallback : ipaddr.isValid(text) ? text : refuse('must be an IP address')

/** Short ones are guessed, and the one of the example is known to all. */
const keyMinChars = 16
const exampleKey = 'put-a-key-of-your-own-here'
const key = (text: string | undefined): string | null => {
  if (text === undefined) return null
  if (text === exampleKey) return refuse('must be a key of your own')
  return /^\S+$/.test(text) && text.length >= keyMinChars
    ? text
    : refuse(`must have at least ${keyMinChars} characters, and no blanks`)
}

const url =
  (protocols: readonly string[]) =>
  (text: string | undefined): string | null => {
    if (text === undefined) return null
    if (!URL.canParse(text) || !protocols.includes(new URL(text).protocol))
      return refuse(`must be an address that begins with ${protocols.map((p) => `${p}//`).join(' or ')}`)
    return text
  }

const oneOf =
  <const W extends string>(words: readonly W[], fallback: W) =>
  (text: string | undefined): W =>
    text === undefined ? fallback : (words.find((word) => word === text) ?? refuse(`must be one of ${words.join(', ')}`))

const emailOrNull = (text: string | undefined): string | null =>
  text === undefined ? null : isEmail(text.toLowerCase()) ? text : refuse('must be an e-mail address')

const proxies = (text: string | undefined): string[] => {
  const list = (text ?? '')
    .split(',')
    .map((piece) => piece.trim())
    .filter(Boolean)
  for (const entry of list)
    if (!ipaddr.isValid(entry) && !ipaddr.isValidCIDR(entry))
      refuse(`"${entry}" is neither an address nor a network like 10.0.0.0/8`)
  return list
}

const cityFiles = (text: string | undefined): string[] => {
  const paths = (text ?? '')
    .split(',')
    .map((piece) => piece.trim())
    .filter(Boolean)
  return paths.length > 2 ? refuse('must name one file, or two: of IPv4 and of IPv6') : paths.map((path) => resolve(path))
}

type Credit = { before: string; address: string; after: string }

/** Words with at most one address in them, which becomes a link. */
const credit = (text: string | undefined): Credit | null => {
  if (text === undefined) return null
  // A bracket or a mark behind an address is not of it.
  const [before = '', address = '', after = '', second] = text.split(/(https?:\/\/[^\s<>()]*[^\s<>().,;:!?])/)
  if (second) refuse('may hold one address only')
  return !address || URL.canParse(address) ? { before, address, after } : refuse(`"${address}" is not an address`)
}

const origin = (text: string | undefined): string | null => {
  const given = url(['http:', 'https:'])(text)
  if (given && (new URL(given).pathname !== '/' || new URL(given).search)) refuse('must be an origin without a path')
  return given && new URL(given).origin
}

type Rate = { name: RateName; max: number; windowSeconds: number }

/** "loginAccount=20/900,linkMiss=100/600": the named limits change, the others stay. */
function rates(text: string | undefined): Readonly<Record<RateName, Rate>> {
  const table = Object.fromEntries(Object.entries(rateLimits).map(([name, limit]) => [name, { name, ...limit }])) as Record<
    RateName,
    Rate
  >
  for (const piece of (text ?? '').split(',').filter((entry) => entry.trim())) {
    const [, name = '', max, windowSeconds] = /^\s*(\w+)\s*=\s*(\d{1,9})\s*\/\s*(\d{1,7})\s*$/.exec(piece) ?? []
    if (!Object.hasOwn(table, name) || !Number(max) || !Number(windowSeconds))
      refuse(`"${piece.trim()}" is not one of ${Object.keys(table).join(', ')} with times/seconds, like loginAccount=20/900`)
    table[name as RateName] = { name: name as RateName, max: Number(max), windowSeconds: Number(windowSeconds) }
  }
  return table
}

const setting = <T>(name: string, help: string, example: string, parse: (text: string | undefined) => T): Setting<T> => ({
  name,
  help,
  example,
  parse,
})

export const settings = {
  port: setting('PORT', 'Port to listen on.', '3000', wholeNumber(3000, 0, 65_535)),
  host: setting('HOST', 'Address to listen on; 127.0.0.1 keeps the service to this machine.', '::', ipAddress('::')),
  publicUrl: setting(
    'PUBLIC_URL',
    'Origin that people use; links in mails begin with it. Default: http://localhost:PORT.',
    'https://files.example.com',
    origin,
  ),
  dataDir: setting('DATA_DIR', 'The one folder for everything that is kept.', './data', (text) => resolve(text ?? './data')),
  keysDir: setting(
    'KEYS_DIR',
    'Folder of the master keys. Default: DATA_DIR/keys. Back it up apart from the data.',
    '/etc/sampan/keys',
    (text) => (text === undefined ? null : isAbsolute(text) ? text : resolve(text)),
  ),
  databaseUrl: setting(
    'DATABASE_URL',
    'Any Postgres 15 or later instead of the embedded one.',
    'postgres://sampan:secret@db.example.com/sampan',
    url(['postgres:', 'postgresql:']),
  ),
  databasePool: setting('DATABASE_POOL', 'Most database connections of this process.', '20', wholeNumber(20, 4, 500)),
  smtpUrl: setting(
    'SMTP_URL',
    'Mail server. Without it mails are kept in DATA_DIR/outbox.',
    'smtps://user:secret@mail.example.com',
    url(['smtp:', 'smtps:']),
  ),
  mailFrom: setting(
    'MAIL_FROM',
    'Address that mails come from.',
    'files@example.com',
    (text) => emailOrNull(text) ?? 'sampan@localhost',
  ),
  trustedProxies: setting(
    'TRUST_PROXY',
    'Addresses or networks of reverse proxies whose X-Forwarded-For is believed, separated by commas.',
    '127.0.0.1,10.0.0.0/8',
    proxies,
  ),
  productName: setting('PRODUCT_NAME', 'Name of the service as people see it.', 'Sampan', (text) => text ?? 'Sampan'),
  supportEmail: setting(
    'SUPPORT_EMAIL',
    'Where "Email support" leads. Without it that action is not shown.',
    'support@example.com',
    emailOrNull,
  ),
  logLevel: setting(
    'LOG_LEVEL',
    'Least level that is logged: trace, debug, info, warn, error, silent. Default: info, on a terminal warn.',
    'info',
    oneOf(['trace', 'debug', 'info', 'warn', 'error', 'silent'], process.stdout.isTTY ? 'warn' : 'info'),
  ),
  lowWaterBytes: setting(
    'LOW_WATER_BYTES',
    'No upload begins while the disk has less free than this.',
    '1000000000',
    wholeNumber(1_000_000_000, 0, Number.MAX_SAFE_INTEGER),
  ),
  rateLimits: setting(
    'RATE_LIMITS',
    'Limits to change, each as name=times/seconds. The names and their values are in docs/operating.md.',
    'loginNetwork=100/900,codeNetwork=200/3600',
    rates,
  ),
  geoCityFiles: setting(
    'GEO_CITY_FILES',
    'Files in MaxMind DB format (.mmdb) that know cities: one, or two separated by a comma. Without them places are countries.',
    '/srv/geo/city-ipv4.mmdb,/srv/geo/city-ipv6.mmdb',
    cityFiles,
  ),
  geoCredit: setting(
    'GEO_CREDIT',
    'Credit that the licence of these files asks for, with an address if need be; shown wherever a place is named.',
    'IP geolocation by DB-IP https://db-ip.com',
    credit,
  ),
  metricsPort: setting(
    'METRICS_PORT',
    'Port of its own for GET /metrics. Without it and without METRICS_KEY there are no metrics to read.',
    '9464',
    wholeNumberOrNull(0, 65_535),
  ),
  metricsHost: setting('METRICS_HOST', 'Address that METRICS_PORT listens on.', '127.0.0.1', ipAddress('127.0.0.1')),
  metricsKey: setting(
    'METRICS_KEY',
    'Key for GET /metrics (Authorization: Bearer), 16 characters or more. Without METRICS_PORT it opens /metrics on PORT.',
    exampleKey,
    key,
  ),
} as const

type Settings = typeof settings
type Parsed = { [K in keyof Settings]: ReturnType<Settings[K]['parse']> }
export type Config = Readonly<Omit<Parsed, 'publicUrl' | 'keysDir'> & { publicUrl: string; keysDir: string; isHttps: boolean }>

/** A value as a message or a log may show it: without keys, passwords and what may hold them. */
const shown = (name: string, text: string): string =>
  name === settings.metricsKey.name ? '…' : text.replace(/\/\/.*@/, '//…@').replace(/\?.*$/, '?…')

/** What is set, for the log. */
export const givenSettings = (env: Record<string, string | undefined> = process.env): Record<string, string> =>
  Object.fromEntries(
    Object.values(settings).flatMap(({ name }) => (env[name]?.trim() ? [[name, shown(name, env[name].trim())]] : [])),
  )

/** Settings that are no more, with what has taken their place: passed over, a limit would silently be another. */
const formerSettings: Record<string, (text: string) => string> = {
  CODE_MAILS_PER_NETWORK_HOUR: (text) => {
    const max = /^\d+$/.test(text) ? text : 'N'
    return `is no setting any more: set RATE_LIMITS=codeNetwork=${max}/3600 instead`
  },
}

const formerOf = (env: Record<string, string | undefined>): string[] =>
  Object.entries(formerSettings).flatMap(([name, why]) => {
    const text = env[name]?.trim()
    return text ? [`${name} ${why(text)}`] : []
  })

/** Throws one Error whose message names every wrong value, a line each. */
export function readConfig(env: Record<string, string | undefined> = process.env): Config {
  const wrong = formerOf(env)
  const parsed = Object.fromEntries(
    Object.entries(settings).map(([key, { name, parse }]) => {
      const text = env[name]?.trim() || undefined
      try {
        return [key, parse(text)]
      } catch (error) {
        if (!(error instanceof ConfigError)) throw error
        wrong.push(`${name}=${shown(name, text ?? '')} ${error.message}`)
        return [key, undefined]
      }
    }),
  ) as Parsed
  if (wrong.length) throw new Error(`The configuration is not right:\n  ${wrong.join('\n  ')}`)
  const publicUrl = parsed.publicUrl ?? `http://localhost:${parsed.port}`
  return Object.freeze({
    ...parsed,
    publicUrl,
    keysDir: parsed.keysDir ?? resolve(parsed.dataDir, 'keys'),
    isHttps: publicUrl.startsWith('https:'),
  })
}
