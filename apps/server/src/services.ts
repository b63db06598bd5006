/** Picks one adapter per port; the only file that names an adapter. */
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { webhookLimits } from '@sampan/contract/webhook-limits'
import type { FastifyBaseLogger } from 'fastify'
import type { Bounces } from './adapters/bounces/bounces.ts'
import { readDeliveryReport } from './adapters/bounces/delivery-report.ts'
import { startReceiver } from './adapters/bounces/smtp-receiver.ts'
import { createCms } from './adapters/content/cms.ts'
import type { Content } from './adapters/content/content.ts'
import { openContentFolders } from './adapters/content/folders.ts'
import type { Dns } from './adapters/dns/dns.ts'
import { createResolver } from './adapters/dns/resolver.ts'
import type { Geo } from './adapters/geo/geo.ts'
import { openGeo } from './adapters/geo/mmdb.ts'
import type { HookPost } from './adapters/hooks/hooks.ts'
import { makeHookPost } from './adapters/hooks/http.ts'
import { checkCanary, deriveSecret, loadAppSecret, loadMasterKeys, type MasterKeys, makeCanary } from './adapters/keys/keys.ts'
import type { LogoSource } from './adapters/logos/logos.ts'
import { createLogoService } from './adapters/logos/web.ts'
import { createFileMailer, prepareFileMailer } from './adapters/mail/file-mailer.ts'
import type { Mailer } from './adapters/mail/mail.ts'
import { createSmtpMailer } from './adapters/mail/smtp.ts'
import { passwordCost, setPasswordCost } from './adapters/passwords/passwords.ts'
import type { Payments } from './adapters/payments/payments.ts'
import { makeSandbox } from './adapters/payments/sandbox.ts'
import { makeStripe } from './adapters/payments/stripe.ts'
import { createClamd } from './adapters/scanner/clamd.ts'
import type { Scanner } from './adapters/scanner/scanner.ts'
import { directory } from './adapters/sign-in-providers/directory.ts'
import { openIdConnect } from './adapters/sign-in-providers/open-id-connect.ts'
import type { SignInProviders } from './adapters/sign-in-providers/sign-in-providers.ts'
import type { ByteStore } from './adapters/storage/byte-store.ts'
import { type DiskOptions, openDiskStore } from './adapters/storage/disk.ts'
import { movingStore } from './adapters/storage/moving.ts'
import { type ProvenStore, provenDirect } from './adapters/storage/proven-direct.ts'
import { openS3Store } from './adapters/storage/s3/s3.ts'
import { plainStorage, sealedStorage } from './adapters/storage/sealed.ts'
import type { Storage } from './adapters/storage/storage.ts'
import type { Config } from './config/config.ts'
import { blobsDir, type StoreName, storeWords } from './config/store-settings.ts'
import type { Connection, Database } from './db/connect.ts'
import { addMark, readMark } from './db/installation.ts'
import { makeSandboxStore } from './db/sandbox-store.ts'
import { setProductColour } from './mail-layout/brand.ts'
import { type Metrics, makeMetrics } from './metrics/metrics.ts'
import { makeMissAlarm } from './metrics/miss-alarm.ts'
import { observedMailer, observedStorage } from './metrics/observed.ts'
import { addPoolGauges } from './metrics/pool-gauges.ts'

export type Services = {
  config: Config
  db: Database
  storage: Storage
  /** By what parts go straight to the store; null where all go through this process. */
  direct: ProvenStore | null
  mailer: Mailer
  bounces: Bounces
  geo: Geo
  dns: Dns
  content: Content
  /** Null where the operator has named no service. */
  logos: LogoSource | null
  payments: Payments
  /** Calls of webhooks. */
  hooks: HookPost
  signInProviders: SignInProviders
  /** Null where the operator has none. */
  scanner: Scanner | null
  masterKeys: MasterKeys
  /** Signing keys, one per purpose. */
  secrets: {
    ticket: Buffer
    part: Buffer
    access: Buffer
    apiToken: Buffer
    refresh: Buffer
    link: Buffer
    bounce: Buffer
    refusal: Buffer
    download: Buffer
    export: Buffer
    code: Buffer
    licence: Buffer
    trial: Buffer
    reset: Buffer
    outbox: Buffer
    domain: Buffer
    secondFactor: Buffer
    passkey: Buffer
    doctor: Buffer
    webhook: Buffer
    signIn: Buffer
    operator: Buffer
  }
  clock: () => Date
  /** Lets so much time go by; tests let none. */
  wait: (ms: number) => Promise<unknown>
  log: FastifyBaseLogger
  metrics: Metrics
  /** To be told of every link that does not exist. */
  linkMissed: () => void
}

/** The mark by which a start tries the master keys. */
export const canaryName = 'master-key-canary'

/** A wrong or missing master key refuses the start: what was written under another could never be read again. */
async function openMasterKeys(db: Database, config: Config): Promise<MasterKeys> {
  const canary = await readMark(db, canaryName)
  if (!canary) await refuseForeignBytes(config)
  const keys = await loadMasterKeys(config.keysDir, { mayCreate: !canary })
  if (canary) checkCanary(keys, canary)
  else await addMark(db, canaryName, makeCanary(keys))
  return keys
}

/** Bytes beside a new database are those of another, which was lost or is not the one that was named: to it they are garbage. */
async function refuseForeignBytes(config: Config): Promise<void> {
  const { where, all } = storeWords(config)
  await lookAtStorage(config, async ({ inventory }) => {
    for await (const _ of inventory.list())
      throw new Error(
        `The database is new, but ${where} holds stored files: set DATABASE_URL and DATA_DIR to the database that knows them, or restore it from your backup; to begin anew without them, move ${all} away.`,
      )
  })
}

const outboxDir = (config: Config) => join(config.dataDir, 'outbox')

export type StorageOptions = Pick<DiskOptions, 'owner' | 'mayMake'>

/** Needs no keys: who reads or writes a blob brings its own. With `owner` only where the bytes are that installation's. */
export async function openStorage(config: Config, options: StorageOptions = {}, time: Time = {}): Promise<Storage> {
  const store = await openStore(config, options, time)
  return config.storeSealed ? sealedStorage(store) : plainStorage(store)
}

async function openStore(config: Config, options: StorageOptions, time: Time): Promise<ByteStore> {
  const { store, storeFrom } = config
  if (!storeFrom) return openers[store](config, options, time)
  const from = await openers[storeFrom](config, { ...options, isLeft: true }, time)
  const to = await openers[store](config, options, time).catch(async (error) => {
    await from.close()
    throw error
  })
  return movingStore(from, to)
}

type Time = Partial<Pick<Services, 'clock' | 'wait'>>
/** `isLeft`: nothing new comes to it. */
type Open = (config: Config, options: StorageOptions & { isLeft?: boolean }, time: Time) => Promise<ByteStore>

const openBucket: Open = async (config, { isLeft = false, ...options }, { clock = () => new Date(), wait = sleep }) => {
  const { s3Endpoint: endpoint, s3Region: region, s3PathStyle } = config
  // Their absence was refused when the settings were read.
  const [bucket, accessKey, secretKey] = [config.s3Bucket!, config.s3AccessKey!, config.s3SecretKey!]
  const isPathStyle = s3PathStyle ?? endpoint !== null
  return openS3Store(
    { endpoint, region, bucket, accessKey, secretKey, isPathStyle },
    { ...options, isLeft, spoolFolder: join(config.dataDir, 'spool'), clock, wait },
  )
}

const openers: Record<StoreName, Open> = {
  disk: (config, { owner, mayMake }) => openDiskStore(blobsDir(config), { owner, mayMake }),
  s3: openBucket,
}

/** Makes nothing: folders in the mount point of a disk that is away would pass for those of the disk. */
export async function lookAtStorage<T>(config: Config, look: (storage: Storage) => Promise<T>): Promise<T> {
  const storage = await openStorage(config, { mayMake: false })
  return look(storage).finally(() => storage.close())
}

/**
 * Once before any process serves: keys and folders are tried, and made where there are none; those of the store once it is known.
 * Answers with what tells the app key from another.
 */
export async function prepare(config: Config, db: Database): Promise<string> {
  mkdirSync(config.dataDir, { recursive: true })
  await openMasterKeys(db, config)
  const appSecret = await loadAppSecret(config.keysDir)
  if (!config.smtpUrl) await prepareFileMailer(outboxDir(config))
  return deriveSecret(appSecret, 'fingerprint').toString('hex')
}

export const makePayments = (config: Config, db: Database, clock: () => Date): Payments =>
  config.stripeSecretKey
    ? makeStripe({ ...config, stripeSecretKey: config.stripeSecretKey })
    : makeSandbox({ store: makeSandboxStore(db), clock, productName: config.productName })

function openContent({ contentDir, cmsUrl }: Config, log: FastifyBaseLogger, clock: () => Date): Content {
  const folders = openContentFolders(contentDir)
  return cmsUrl ? createCms({ address: cmsUrl, folders, clock, log }) : folders
}

const openSignInProviders = ({ signInProviders }: Config): SignInProviders =>
  new Map(
    signInProviders.map((given) => [
      given.id,
      given.kind === 'ldap' ? directory(given) : openIdConnect({ ...given, claims: given.roles.map(({ claim }) => claim) }),
    ]),
  )

type Given = Partial<Pick<Services, 'clock' | 'wait'>> & { hashCost?: typeof passwordCost }

/** Several processes make them at once: after `prepare`. Tests, which hash much and keep nothing, take a cheaper `hashCost`. */
export async function makeServices(
  config: Config,
  connection: Connection,
  log: FastifyBaseLogger,
  { clock = () => new Date(), wait = sleep, hashCost = passwordCost }: Given = {},
  storageOptions: StorageOptions = {},
): Promise<Services> {
  const geo = await openGeo(config.geoCityFiles)
  const masterKeys = await openMasterKeys(connection.db, config)
  const appSecret = await loadAppSecret(config.keysDir)
  const mailer = config.smtpUrl
    ? createSmtpMailer(config, clock)
    : await createFileMailer({ dir: outboxDir(config), config, clock })
  setProductColour(config.brandColour)
  setPasswordCost(hashCost)
  const metrics = makeMetrics(config.metricsPort !== null || config.metricsKey !== null)
  addPoolGauges(metrics, connection.pools)
  const storage = await openStorage(config, storageOptions, { clock, wait })
  const secret = (purpose: string) => deriveSecret(appSecret, purpose)
  return {
    config,
    db: connection.db,
    storage: observedStorage(storage, metrics),
    direct: config.storeDirect ? await provenDirect(storage, log) : null,
    mailer: observedMailer(mailer, metrics),
    bounces: { listen: startReceiver, readReport: readDeliveryReport },
    geo,
    dns: createResolver(config.dnsServers),
    content: openContent(config, log, clock),
    logos: config.logoUrl ? createLogoService(config.logoUrl) : null,
    payments: makePayments(config, connection.db, clock),
    hooks: makeHookPost(webhookLimits, { mayBePrivate: config.webhooksPrivate }),
    signInProviders: openSignInProviders(config),
    scanner: config.clamd ? createClamd(config.clamd) : null,
    masterKeys,
    secrets: {
      ticket: secret('ticket'),
      part: secret('part'),
      access: secret('access'),
      apiToken: secret('apiToken'),
      refresh: secret('refresh'),
      link: secret('link'),
      bounce: secret('bounce'),
      refusal: secret('refusal'),
      download: secret('download'),
      export: secret('export'),
      code: secret('code'),
      licence: secret('licence'),
      trial: secret('trial'),
      reset: secret('reset'),
      outbox: secret('outbox'),
      domain: secret('domain'),
      secondFactor: secret('secondFactor'),
      passkey: secret('passkey'),
      doctor: secret('doctor'),
      webhook: secret('webhook'),
      signIn: secret('signIn'),
      operator: secret('operator'),
    },
    clock,
    wait,
    log,
    metrics,
    linkMissed: makeMissAlarm(metrics, log, clock),
  }
}
