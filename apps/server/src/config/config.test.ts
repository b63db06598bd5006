import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { graceSeconds } from '@sampan/contract/limits'
import { plans, setSharedRole } from '@sampan/contract/plans'
import { rateLimits } from '@sampan/contract/rate-limits'
import { afterEach, describe, expect, test } from 'vitest'
import { givenSettings, readConfig, settings } from './config.ts'

const example = readFileSync(new URL('../../../../.env.example', import.meta.url), 'utf8')
const named = Object.values(settings)
const nothing = {}
// Whoever comes next in this process sells plans.
afterEach(() => setSharedRole(null))

describe('O2 .env.example', () => {
  test('documents exactly the settings there are, each with its help, in order', () => {
    const documented = named.map(({ name, help, example: value }) => `# ${help}\n#${name}=${value}\n`)
    expect(example.slice(example.indexOf('\n\n') + 2)).toBe(documented.join('\n'))
  })

  test('O2 what it shows is accepted, R58 but for the key that all would know', () => {
    const shown = Object.fromEntries([...example.matchAll(/^#([A-Z0-9_]+)=(.*)$/gm)].map(([, name, value]) => [name, value]))
    expect(Object.keys(shown)).toHaveLength(named.length)
    expect(() => readConfig(shown)).toThrow('METRICS_KEY=… must be a key of your own')
    expect(() => readConfig({ ...shown, METRICS_KEY: 'a-key-of-my-own-0' })).not.toThrow()
  })
})

describe('O2 a wrong value is refused by name, with what is wrong', () => {
  test.each([
    ['PORT', '80a', 'must be a whole number from 0 to 65535'],
    ['PORT', '65536', 'must be a whole number from 0 to 65535'],
    ['PORT', '-1', 'must be a whole number from 0 to 65535'],
    ['HOST', 'localhost', 'must be an IP address'],
    ['PUBLIC_URL', 'files.example.com', 'must be an address that begins with http:// or https://'],
    ['PUBLIC_URL', 'ftp://files.example.com', 'must be an address that begins with http:// or https://'],
    ['PUBLIC_URL', 'https://files.example.com/send', 'must be an origin without a path'],
    ['STORE', 'S3', 'must be one of disk, s3'],
    ['S3_ENDPOINT', 's3.example.com', 'must be an address that begins with http:// or https://'],
    ['S3_BUCKET', 'Files', 'must be the name of a bucket'],
    ['S3_PATH_STYLE', 'true', 'must be one of yes, no'],
    ['WORKERS', '0', 'must be a whole number from 1 to 64'],
    ['DATABASE_URL', 'mysql://db.example.com/x', 'must be an address that begins with postgres:// or postgresql://'],
    ['DATABASE_POOL', '3', 'must be a whole number from 4 to 500'],
    ['SMTP_URL', 'mail.example.com:25', 'must be an address that begins with smtp:// or smtps://'],
    ['MAIL_FROM', 'Sampan', 'must be an e-mail address'],
    ['TRUST_PROXY', '10.0.0.0/8, proxy', '"proxy" is neither an address nor a network like 10.0.0.0/8'],
    ['TRUST_PROXY', '10.0.0.0/33', '"10.0.0.0/33" is neither an address nor a network like 10.0.0.0/8'],
    ['SUPPORT_EMAIL', 'support', 'must be an e-mail address'],
    ['LOG_LEVEL', 'loud', 'must be one of trace, debug, info, warn, error, silent'],
    ['LOW_WATER_BYTES', '1 GB', 'must be a whole number from 0 to'],
    ['DISK_OVERBOOKING', '0.5', 'must be 0, or a number from 1 to 100'],
    ['DISK_OVERBOOKING', 'two', 'must be 0, or a number from 1 to 100'],
    ['RATE_LIMITS', 'codeNetwork=0/60', '"codeNetwork=0/60" is not one of codeAddressBrowser'],
    ['RATE_LIMITS', 'codeNetwork=60', '"codeNetwork=60" is not one of'],
    ['RATE_LIMITS', 'codeNetwork=60/0', '"codeNetwork=60/0" is not one of'],
    ['RATE_LIMITS', 'codeNetwork=-1/60', '"codeNetwork=-1/60" is not one of'],
    ['RATE_LIMITS', 'loginAccount=5/60,nobody=1/60', '"nobody=1/60" is not one of'],
    ['RATE_LIMITS', 'toString=1/60', '"toString=1/60" is not one of'],
    ['PLAN_LIMITS', 'anon=5', '"anon=5" is not like anon.files=200'],
    ['PLAN_LIMITS', 'anon.files=9,gold.files=5', '"gold.files=5" does not begin with one of anon, undefined, free'],
    ['PLAN_LIMITS', 'toString.files=5', '"toString.files=5" does not begin with one of'],
    ['PLAN_LIMITS', 'anon.seats=5', '"anon.seats=5" does not name one of uploadBytes, storageBytes'],
    ['PLAN_LIMITS', 'anon.files=10001', '"anon.files=10001" is not a whole number from 1 to 10000'],
    ['PLAN_LIMITS', 'anon.uploadBytes=5GB', '"anon.uploadBytes=5GB" is not a whole number from 1 to 9007199254740991'],
    ['PLAN_LIMITS', 'anon.uploadBytes=0', '"anon.uploadBytes=0" is not a whole number'],
    ['GRACE_DAYS', '3651', 'must be a whole number from 0 to 3650'],
    ['GRACE_DAYS', '1.5', 'must be a whole number from 0 to 3650'],
    ['BRAND_COLOUR', 'crimson', 'must be a colour, as #1d4ed8'],
    ['METRICS_PORT', '70000', 'must be a whole number from 0 to 65535'],
    ['METRICS_HOST', 'localhost', 'must be an IP address'],
    ['CLAMD', '127.0.0.1', 'must be host:port, or the absolute path of a socket'],
    ['CLAMD', 'host:99999', 'must be host:port, or the absolute path of a socket'],
    ['SCAN_BEFORE_DOWNLOAD', 'maybe', 'must be one of yes, no'],
    ['GEO_CITY_FILES', 'a.mmdb,b.mmdb,c.mmdb', 'must name one file, or two: of IPv4 and of IPv6'],
    ['GEO_CREDIT', 'A https://a.example, B https://b.example', 'may hold one address only'],
    ['GEO_CREDIT', 'A https://[a', '"https://[a" is not an address'],
  ])('O2 %s=%s', (name, value, message) => {
    expect(() => readConfig({ [name]: value })).toThrow(`${name}=${value} ${message}`)
  })

  test('O3 a store on S3 needs its bucket and both keys, and the secret is never shown', () => {
    const given = { STORE: 's3', S3_BUCKET: 'files', S3_ACCESS_KEY: 'key', S3_SECRET_KEY: 'not-to-be-shown' }
    expect(readConfig(given)).toMatchObject({ store: 's3', s3Region: 'us-east-1', s3Endpoint: null, s3PathStyle: null })
    expect(givenSettings(given).S3_SECRET_KEY).toBe('…')
    expect(() => readConfig({ STORE: 's3', S3_BUCKET: 'files' })).toThrow('STORE=s3 needs S3_ACCESS_KEY, S3_SECRET_KEY too')
    expect(readConfig({ S3_BUCKET: 'files' })).toMatchObject({ store: 'disk' })
  })

  const bucket = { STORE: 's3', S3_BUCKET: 'files', S3_ACCESS_KEY: 'key', S3_SECRET_KEY: 'secret', STORE_DIRECT: 'yes' }
  test.each([
    [{ ...bucket, STORE: 'disk', STORE_SEALED: 'no' }, 'STORE_DIRECT=yes needs STORE=s3'],
    [bucket, 'STORE_DIRECT=yes needs STORE_SEALED=no'],
    [
      { ...bucket, STORE_SEALED: 'no', S3_ENDPOINT: 'http://s3.example.com', PUBLIC_URL: 'https://files.example.com' },
      'needs an S3_ENDPOINT with https',
    ],
  ])('O2 O3 %o', (env: Record<string, string>, message) => {
    expect(() => readConfig(env)).toThrow(message)
    expect(() => readConfig({ ...bucket, STORE_SEALED: 'no' })).not.toThrow()
  })

  test('O2 P3 Stripe’s keys: shaped as Stripe’s, all three, of one mode, and never shown', () => {
    const [secret, publishable, webhook] = ['sk_test_0123456789abcdef', 'pk_test_0123456789abcdef', 'whsec_0123456789abcdef']
    const three = { STRIPE_SECRET_KEY: secret, STRIPE_PUBLISHABLE_KEY: publishable, STRIPE_WEBHOOK_SECRET: webhook }
    expect(readConfig(three)).toMatchObject({ stripeSecretKey: secret, stripePublishableKey: publishable })
    expect(() => readConfig({ STRIPE_SECRET_KEY: publishable })).toThrow(
      'STRIPE_SECRET_KEY=… must be a key that begins with sk_test_',
    )
    expect(() => readConfig({ STRIPE_SECRET_KEY: secret })).toThrow('must be set together')
    expect(() => readConfig({ ...three, STRIPE_SECRET_KEY: 'sk_live_0123456789abcdef' })).toThrow('of the same mode')
    expect(givenSettings(three)).toMatchObject({ STRIPE_SECRET_KEY: '…', STRIPE_WEBHOOK_SECRET: '…' })
  })

  const far = { PUBLIC_URL: 'https://files.example.com' }
  test.each([
    [{ BILLING: 'on' }, 'BILLING=on must be one of off, sandbox, stripe'],
    [{ BILLING: 'off', BILLING_PLAN: 'anon' }, 'BILLING_PLAN=anon must be one of free, personal, pro'],
    [{ BILLING: 'stripe' }, 'BILLING=stripe needs STRIPE_SECRET_KEY'],
    [{ BILLING_PLAN: 'pro' }, 'BILLING_PLAN=pro is for BILLING=off'],
    [{ BILLING: 'sandbox', BILLING_PLAN: 'pro', ...far }, 'BILLING_PLAN=pro is for BILLING=off'],
  ])('O2 O10 %o', (env: Record<string, string>, message) => {
    expect(() => readConfig(env)).toThrow(message)
  })

  test('O2 marks of the disk that would refuse those first who shall be refused last', () => {
    expect(() => readConfig({ FREE_LOW_WATER_BYTES: '999999999' })).toThrow('must not be less than LOW_WATER_BYTES')
    expect(() => readConfig({ GUEST_LOW_WATER_BYTES: '2999999999' })).toThrow('must not be less than FREE_LOW_WATER_BYTES')
    expect(() => readConfig({ LOW_WATER_BYTES: '6000000000', FREE_LOW_WATER_BYTES: '7000000000' })).not.toThrow()
  })

  test('O2 all of them at once, a line each', () => {
    expect(() => readConfig({ PORT: 'x', HOST: 'y', LOG_LEVEL: 'z' })).toThrow(/PORT=x .*\n {2}HOST=y .*\n {2}LOG_LEVEL=z /)
  })
})

test('O2 defaults, and what follows from other settings', () => {
  expect(readConfig(nothing)).toMatchObject({ port: 3000, host: '::', publicUrl: 'http://localhost:3000', isHttps: false })
  expect(readConfig({ PORT: '8080', DATA_DIR: '/srv/sampan' })).toMatchObject({
    publicUrl: 'http://localhost:8080',
    dataDir: '/srv/sampan',
    keysDir: '/srv/sampan/keys',
  })
  expect(readConfig({ PUBLIC_URL: 'https://files.example.com/' })).toMatchObject({
    publicUrl: 'https://files.example.com',
    isHttps: true,
  })
})

test('O2 the default pools of all processes together stay below the 100 connections of a Postgres as it comes', () => {
  const poolOf = (env: Record<string, string>) => readConfig(env).databasePool
  expect(['1', '4', '5', '8', '20', '64'].map((WORKERS) => poolOf({ WORKERS }))).toEqual([20, 20, 16, 10, 4, 4])
  expect(poolOf({ WORKERS: '8', DATABASE_POOL: '50' })).toBe(50)
})

test('O2 X1 days of grace, as seconds', () => {
  const of = (env: Record<string, string>) => readConfig(env).graceSeconds
  expect([of({}), of({ GRACE_DAYS: '0' }), of({ GRACE_DAYS: '3' })]).toEqual([graceSeconds, 0, 259_200])
})

test('O2 D9 where a scanner is: host and port, an IPv6 address in brackets, or a socket', () => {
  const of = (CLAMD: string) => readConfig({ CLAMD }).clamd
  expect(of('clamd:3310')).toEqual({ host: 'clamd', port: 3310 })
  expect(of('[::1]:3310')).toEqual({ host: '::1', port: 3310 })
  expect(of('/run/clamav/clamd.ctl')).toEqual({ path: '/run/clamav/clamd.ctl' })
  expect(readConfig(nothing)).toMatchObject({ clamd: null, scanBeforeDownload: false, abuseEmail: null })
})

test('O2 D5 files that know cities, and their credit in its pieces', () => {
  const config = readConfig({ GEO_CITY_FILES: ' /srv/a.mmdb , b.mmdb', GEO_CREDIT: 'Places by DB-IP (https://db-ip.com/x).' })
  expect(config.geoCityFiles).toEqual(['/srv/a.mmdb', resolve('b.mmdb')])
  expect(config.geoCredit).toEqual({ before: 'Places by DB-IP (', address: 'https://db-ip.com/x', after: ').' })
  expect(readConfig({ GEO_CREDIT: 'Places by us' }).geoCredit).toEqual({ before: 'Places by us', address: '', after: '' })
  expect(readConfig(nothing)).toMatchObject({ geoCityFiles: [], geoCredit: null })
})

test('R19 each rate limit can be changed, and those that are not named stay', () => {
  const changed = readConfig({ RATE_LIMITS: ' linkMiss = 100/600 , loginAccount=20/900,' }).rateLimits
  expect(changed.linkMiss).toEqual({ name: 'linkMiss', max: 100, windowSeconds: 600 })
  expect(changed.loginAccount).toEqual({ name: 'loginAccount', max: 20, windowSeconds: 900 })
  expect(changed.codeNetwork).toEqual({ name: 'codeNetwork', ...rateLimits.codeNetwork })
  expect(Object.keys(readConfig(nothing).rateLimits)).toEqual(Object.keys(rateLimits))
})

test('O2 a setting of earlier versions is refused with the one that has taken its place', () => {
  const refusal = (value: string) => () => readConfig({ CODE_MAILS_PER_NETWORK_HOUR: value })
  expect(refusal('120')).toThrow(
    'CODE_MAILS_PER_NETWORK_HOUR is no setting any more: set RATE_LIMITS=codeNetwork=120/3600 instead',
  )
  expect(refusal('many')).toThrow('RATE_LIMITS=codeNetwork=N/3600')
  expect(refusal(' ')).not.toThrow()
})

test('R19 docs/operating.md has every rate limit with its numbers', () => {
  const text = readFileSync(new URL('../../../../docs/operating.md', import.meta.url), 'utf8')
  const written = [...text.matchAll(/^\| `(\w+)` \| (\d+\/\d+) \|/gm)].map(([, name, numbers]) => `${name}=${numbers}`)
  const wanted = Object.entries(rateLimits).map(([name, { max, windowSeconds }]) => `${name}=${max}/${windowSeconds}`)
  expect(written).toEqual(wanted)
})

test('O2 README has every setting, in order', () => {
  const text = readFileSync(new URL('../../../../README.md', import.meta.url), 'utf8')
  const table = text.slice(text.indexOf('| Setting |'), text.indexOf('## Behind a reverse proxy'))
  expect([...table.matchAll(/^\| `([A-Z0-9_]+)` \|/gm)].map(([, name]) => name)).toEqual(named.map(({ name }) => name))
})

test.each(['short', 'fifteen-letters', 'with blanks, however long'])('R58 METRICS_KEY=%s is refused and not repeated', (key) => {
  expect(() => readConfig({ METRICS_KEY: key })).toThrow('METRICS_KEY=… must have at least 16 characters, and no blanks')
})

test('R46 what is set is told without passwords and keys', () => {
  const env = {
    PORT: '8080',
    HOST: ' ',
    DATABASE_URL: 'postgres://sampan:s3cret@db.example.com/sampan?password=s3cret',
    SMTP_URL: 'smtps://me:s3c@ret@mail.example.com',
    METRICS_KEY: 's3cret-0123456789',
  }
  expect(givenSettings({ ...env, OTHER: 's3cret' })).toEqual({
    PORT: '8080',
    DATABASE_URL: 'postgres://…@db.example.com/sampan?…',
    SMTP_URL: 'smtps://…@mail.example.com',
    METRICS_KEY: '…',
  })
  expect(() => readConfig({ DATABASE_URL: 'mysql://sampan:s3cret@db.example.com/x' })).toThrow(/DATABASE_URL=mysql:\/\/…@db/)
})

test('O2 an empty value is none, blanks around one are dropped, and the result cannot be changed', () => {
  const config = readConfig({ PORT: ' 8080 ', SMTP_URL: '', TRUST_PROXY: ' , ' })
  expect(config).toMatchObject({ port: 8080, smtpUrl: null, trustedProxies: [] })
  expect(Object.isFrozen(config)).toBe(true)
})

test('O2 K1 PLAN_LIMITS changes the role table of the process that reads it', () => {
  const { planLimits } = readConfig({ PLAN_LIMITS: ' anon.files = 200 , anon.uploadBytes=5000000000,free.contacts=5,' })
  expect(planLimits).toEqual({ anon: { files: 200, uploadBytes: 5_000_000_000 }, free: { contacts: 5 } })
  expect([plans.anon.files, plans.free.contacts, plans.free.files]).toEqual([200, 5, 50])
  expect(readConfig(nothing).planLimits).toEqual({})
  expect(plans.anon.files).toBe(50)
})
