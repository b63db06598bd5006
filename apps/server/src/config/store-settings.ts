/** The settings of the store of files' bytes, and whether they belong together. */
import { join } from 'node:path'
import { oneOf, refuse, setting, url } from './setting-parsers.ts'

/** By the rules that every S3 store has for names: in an address each other sign would mean something else. */
const bucketName = (text: string | undefined): string | null =>
  text === undefined || /^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/.test(text)
    ? (text ?? null)
    : refuse('must be the name of a bucket: 3 to 63 small letters, digits, dots and hyphens')

const word = (text: string | undefined): string | null =>
  text === undefined || /^[\x21-\x7e]+$/.test(text) ? (text ?? null) : refuse('must have no blanks')

const yesOrNo = oneOf(['yes', 'no'], 'no')

const stores = ['disk', 's3'] as const
export type StoreName = (typeof stores)[number]

export const storeSettings = {
  store: setting(
    'STORE',
    'Where the bytes of files lie: disk (DATA_DIR/blobs), or s3. Default: disk.',
    'disk',
    oneOf(stores, 'disk'),
  ),
  storeFrom: setting(
    'STORE_FROM',
    'The store in which they lay before, while sampan move-store empties it into STORE: files are read from both.',
    's3',
    (text) => (text === undefined ? null : oneOf(stores, 'disk')(text)),
  ),
  storeSealed: setting(
    'STORE_SEALED',
    'no: what is written from now on is not encrypted, because the disk or the bucket does that; it is verified as ever. Default: yes.',
    'yes',
    (text) => oneOf(['yes', 'no'], 'yes')(text) === 'yes',
  ),
  storeDirect: setting(
    'STORE_DIRECT',
    'yes: large parts of uploads go from the browser to the bucket, which needs STORE=s3 and STORE_SEALED=no. Default: no.',
    'no',
    (text) => yesOrNo(text) === 'yes',
  ),
  s3Endpoint: setting(
    'S3_ENDPOINT',
    'With STORE=s3 or STORE_FROM=s3, the address of the S3 store. Without it Amazon’s own.',
    'https://s3.example.com',
    url(['http:', 'https:']),
  ),
  s3Bucket: setting('S3_BUCKET', 'Its bucket, which this installation has to itself.', 'sampan-files', bucketName),
  s3Region: setting(
    'S3_REGION',
    'Region of the bucket. Default: us-east-1.',
    'eu-central-1',
    (text) => word(text) ?? 'us-east-1',
  ),
  s3AccessKey: setting(
    'S3_ACCESS_KEY',
    'Access key: it lists the bucket, and gets, puts and deletes objects.',
    'AKEXAMPLE',
    word,
  ),
  s3SecretKey: setting('S3_SECRET_KEY', 'Secret of the access key.', 'a-secret-of-your-store', word),
  s3PathStyle: setting(
    'S3_PATH_STYLE',
    'yes: the bucket stands in the path of addresses, not in their host. Default: yes with S3_ENDPOINT, else no.',
    'yes',
    (text) => (text === undefined ? null : yesOrNo(text) === 'yes'),
  ),
} as const

type StoreConfig = { [S in keyof typeof storeSettings]: ReturnType<(typeof storeSettings)[S]['parse']> }

export function storeWrong(config: StoreConfig, isHttps: boolean): string[] {
  const { store, storeFrom, storeSealed, storeDirect, s3Endpoint, s3Bucket, s3AccessKey, s3SecretKey } = config
  const needed = { S3_BUCKET: s3Bucket, S3_ACCESS_KEY: s3AccessKey, S3_SECRET_KEY: s3SecretKey }
  const lacking = Object.entries(needed).flatMap(([name, value]) => (value === null ? [name] : []))
  const named = [store === 's3' && 'STORE=s3', storeFrom === 's3' && 'STORE_FROM=s3'].find(Boolean)
  return [
    ...(named && lacking.length ? [`${named} needs ${lacking.join(', ')} too`] : []),
    ...(storeDirect && store !== 's3' ? ['STORE_DIRECT=yes needs STORE=s3'] : []),
    ...(storeDirect && storeSealed
      ? ['STORE_DIRECT=yes needs STORE_SEALED=no: what goes past this service cannot be sealed by it']
      : []),
    ...(storeDirect && isHttps && s3Endpoint?.startsWith('http:')
      ? ['STORE_DIRECT=yes needs an S3_ENDPOINT with https, as PUBLIC_URL has: browsers send nothing else from its pages']
      : []),
    ...(store === storeFrom ? ['STORE_FROM must be another store than STORE'] : []),
  ]
}

/** Every store in which files may lie. */
export const storesOf = ({ store, storeFrom }: Pick<StoreConfig, 'store' | 'storeFrom'>): StoreName[] =>
  storeFrom ? [storeFrom, store] : [store]

export const blobsDir = ({ dataDir }: { dataDir: string }): string => join(dataDir, 'blobs')

/** How what concerns a store calls it, for an operator who has to find it. */
type StoreWords = {
  /** As it is set. */
  place: string
  /** What to look at where it seems to be another one. */
  isIt: string
  /** The setting that leads to it. */
  names: string
  /** Where the id of its installation lies. */
  id: string
  /** In a sentence of where files are, and what of it can be moved away. */
  where: string
  all: string
}

const words: Record<StoreName, (config: StoreConfig & { dataDir: string }) => StoreWords> = {
  disk: ({ dataDir }) => ({
    place: `DATA_DIR=${dataDir}`,
    isIt: 'is their disk mounted at its folder blobs?',
    names: 'DATA_DIR',
    id: 'blobs/installation-id',
    where: blobsDir({ dataDir }),
    all: 'that folder',
  }),
  s3: ({ s3Bucket }) => ({
    place: `S3_BUCKET=${s3Bucket}`,
    isIt: 'is it the right bucket?',
    names: 'S3_BUCKET',
    id: 'the object installation-id',
    where: `the bucket ${s3Bucket}`,
    all: 'what is in it',
  }),
}

export const storeWords = (config: StoreConfig & { dataDir: string }, store = config.store): StoreWords => words[store](config)
