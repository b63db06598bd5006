/** Environment -> one frozen, checked object; the only reader of process.env. `.env.example` is checked against this table. */
import { isAbsolute, resolve } from 'node:path'
import { graceSeconds, historySeconds } from '@sampan/contract/limits'
import { setPlanLimits, setSharedRole } from '@sampan/contract/plans'
import { defaultWorkers, thisMachine } from '../own-share.ts'
import { type Billing, billingSettings, billingWrong, settleBilling } from './billing-settings.ts'
import { databaseSettings } from './database-settings.ts'
import { diskMarksWrong, diskSettings } from './disk-settings.ts'
import { domainSettings } from './domain-settings.ts'
import { formerOf } from './former-settings.ts'
import { operatorSettings } from './operator-settings.ts'
import { planLimits } from './plan-limits.ts'
import { rates } from './rate-settings.ts'
import {
  addresses,
  addressWith,
  bounceAddress,
  ConfigError,
  cityFiles,
  clamdAddress,
  credit,
  days,
  emailOrNull,
  exampleKey,
  ipAddress,
  key,
  oneOf,
  origin,
  proxies,
  refuse,
  setting,
  url,
  wholeNumber,
  wholeNumberOrNull,
} from './setting-parsers.ts'
import { isSecretOfProvider, type ProviderSettings, readProviders, signInSettings } from './sign-in-settings.ts'
import { storeSettings, storeWrong } from './store-settings.ts'
import { stripeKeysWrong, stripeSettings } from './stripe-settings.ts'
import { trackerSettings } from './tracker-settings.ts'

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
  ...storeSettings,
  workers: setting(
    'WORKERS',
    'Processes that serve. Default: one for each core that there is memory for, 8 at most. With 1 everything is in one process.',
    '2',
    wholeNumber(defaultWorkers(thisMachine()), 1, 64),
  ),
  workerSilenceSeconds: setting(
    'WORKER_SILENCE_SECONDS',
    'So long one of several processes may give no sign of life before it is killed and replaced. Default: 60.',
    '60',
    wholeNumber(60, 5, 86_400),
  ),
  ...databaseSettings,
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
  bounceAddress: setting(
    'BOUNCE_ADDRESS',
    'Address that mails come back to when they cannot be delivered, as name+…@domain. Without it what comes back is not read.',
    'bounces@example.com',
    bounceAddress,
  ),
  bounceSmtpPort: setting(
    'BOUNCE_SMTP_PORT',
    'Port where your mail server hands over what came back to BOUNCE_ADDRESS. Without it nothing listens.',
    '2525',
    wholeNumberOrNull(0, 65_535),
  ),
  bounceSmtpHost: setting('BOUNCE_SMTP_HOST', 'Address that BOUNCE_SMTP_PORT listens on.', '127.0.0.1', ipAddress('127.0.0.1')),
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
  ...operatorSettings,
  abuseEmail: setting(
    'ABUSE_EMAIL',
    'Where reports of transfers and requests are mailed. Default: SUPPORT_EMAIL; without either they wait for `sampan reports`.',
    'abuse@example.com',
    emailOrNull,
  ),
  clamd: setting(
    'CLAMD',
    'Virus scanner: host:port of a clamd, or the path of its socket. Without it no file is scanned.',
    '127.0.0.1:3310',
    clamdAddress,
  ),
  scanBeforeDownload: setting(
    'SCAN_BEFORE_DOWNLOAD',
    'yes: with CLAMD, nothing can be downloaded before it was scanned. Default: no.',
    'yes',
    (text) => oneOf(['yes', 'no'], 'no')(text) === 'yes',
  ),
  reviewLinks: setting(
    'REVIEW_LINKS',
    'Where "Review Us" on the pricing page leads: one address, or two separated by a comma. Without it that block is not shown.',
    'https://reviews.example.com/sampan',
    // What the page has space for (spec §2).
    addresses(2),
  ),
  ...billingSettings,
  ...stripeSettings(setting, refuse, url),
  ...trackerSettings,
  ...domainSettings,
  ...signInSettings,
  logLevel: setting(
    'LOG_LEVEL',
    'Least level that is logged: trace, debug, info, warn, error, silent. Default: info, on a terminal warn.',
    'info',
    oneOf(['trace', 'debug', 'info', 'warn', 'error', 'silent'], process.stdout.isTTY ? 'warn' : 'info'),
  ),
  ...diskSettings(setting, refuse, {
    whole: (fallback) => wholeNumber(fallback, 0, Number.MAX_SAFE_INTEGER),
    wholeOrNull: wholeNumberOrNull(0, Number.MAX_SAFE_INTEGER),
  }),
  rateLimits: setting(
    'RATE_LIMITS',
    'Limits to change, each as name=times/seconds. The names and their values are in docs/operating.md.',
    'loginNetwork=100/900,codeNetwork=200/3600',
    rates(refuse),
  ),
  planLimits: setting(
    'PLAN_LIMITS',
    'Limits of plans to change, each as role.limit=number. The limits are in docs/operating.md.',
    'anon.files=200,free.uploadBytes=5000000000',
    planLimits(refuse),
  ),
  graceSeconds: setting(
    'GRACE_DAYS',
    'Days for which the files of an expired transfer are kept, so that it can be given more time. Default: 14.',
    '30',
    days(graceSeconds, 3650),
  ),
  historySeconds: setting(
    'HISTORY_DAYS',
    'Days after that for which an account’s analytics still name the transfer and its readers. Default: 90.',
    '365',
    days(historySeconds, 3650),
  ),
  logoUrl: setting(
    'LOGO_URL',
    'Service that has the logos of companies, with {domain} where their domain goes. Without it none are looked up.',
    'https://logos.example.com/{domain}?size=128',
    addressWith('{domain}'),
  ),
  contentDir: setting(
    'CONTENT_DIR',
    'Folder with texts of your own, as en/account-access.md or en/about.md, with a folder for each language. What is missing there is ours.',
    '/etc/sampan/content',
    (text) => (text === undefined ? null : resolve(text)),
  ),
  cmsUrl: setting(
    'CMS_URL',
    'Where a headless CMS has these texts as Markdown, with {language} and {name} in the address. What it has not, CONTENT_DIR has.',
    'https://cms.example.com/texts/{language}/{name}.md',
    addressWith('{language}', '{name}'),
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
  places: setting(
    'PLACES',
    'How exactly places of visitors are kept: off, country or city. An account may choose less.',
    'country',
    oneOf(['off', 'country', 'city'], 'city'),
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
type Settled = Billing & {
  signInProviders: readonly ProviderSettings[]
  publicUrl: string
  keysDir: string
  databasePool: number
  isHttps: boolean
}
export type Config = Readonly<Omit<Parsed, keyof Settled> & Settled>

/** All processes together stay below the 100 connections that a Postgres has if nobody has changed it. */
const defaultPool = (workers: number): number => Math.max(4, Math.min(20, Math.floor(80 / workers)))

const { metricsKey, stripeSecretKey, stripeWebhookSecret, s3SecretKey } = settings
const secretNames = new Set<string>([metricsKey, stripeSecretKey, stripeWebhookSecret, s3SecretKey].map(({ name }) => name))

/** A value as a message or a log may show it: without keys, passwords and what may hold them. */
const shown = (name: string, text: string): string =>
  secretNames.has(name) || isSecretOfProvider(name) ? '…' : text.replace(/\/\/.*@/, '//…@').replace(/\?.*$/, '?…')

/** What is set, for the log. */
export const givenSettings = (env: Record<string, string | undefined> = process.env): Record<string, string> =>
  Object.fromEntries(
    Object.values(settings).flatMap(({ name }) => (env[name]?.trim() ? [[name, shown(name, env[name].trim())]] : [])),
  )

/** Throws one Error whose message names every wrong value, a line each. From here on the role table is this installation's. */
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
  const publicUrl = parsed.publicUrl ?? `http://localhost:${parsed.port}`
  if (!wrong.length)
    wrong.push(...stripeKeysWrong(parsed), ...diskMarksWrong(parsed), ...storeWrong(parsed, publicUrl.startsWith('https:')))
  if (!wrong.length) wrong.push(...billingWrong(parsed, publicUrl))
  const { providers, wrong: wrongProviders } = wrong.length ? { providers: [], wrong: [] } : readProviders(env, parsed)
  wrong.push(...wrongProviders)
  if (wrong.length) throw new Error(`The configuration is not right:\n  ${wrong.join('\n  ')}`)
  const billing = settleBilling(parsed, publicUrl)
  setPlanLimits(parsed.planLimits)
  setSharedRole(billing.billingPlan)
  return Object.freeze({
    ...parsed,
    publicUrl,
    keysDir: parsed.keysDir ?? resolve(parsed.dataDir, 'keys'),
    databasePool: parsed.databasePool ?? defaultPool(parsed.workers),
    isHttps: publicUrl.startsWith('https:'),
    ...billing,
    signInProviders: providers,
  })
}
