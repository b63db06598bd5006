/** How an S3 store is spoken to, and what its refusals mean: what is not there, what is away for now, and what is set wrongly. */
import type { S3 } from '@aws-sdk/client-s3'
import { StoreAway } from '../byte-store.ts'

export type S3Settings = {
  /** Null for Amazon's own. */
  endpoint: string | null
  bucket: string
  region: string
  accessKey: string
  secretKey: string
  /** The bucket stands in the path of addresses, not in their host. */
  isPathStyle: boolean
}

/** A try that was throttled, or met a broken line, is made again so often, later each time: 3 s in all or so, at most 10. */
const maxAttempts = 6
const connectMs = 5_000
/** For the head of an answer: a store copies for a while before it says something. */
const answerMs = 60_000
const silenceMs = 30_000
const maxSockets = 128

/** Loaded only where it is used: it takes a quarter of a second. */
export async function openClient(settings: S3Settings, tries = maxAttempts): Promise<S3> {
  const { S3 } = await import('@aws-sdk/client-s3')
  const agent = { keepAlive: true, maxSockets }
  return new S3({
    ...(settings.endpoint && { endpoint: settings.endpoint }),
    region: settings.region,
    forcePathStyle: settings.isPathStyle,
    credentials: { accessKeyId: settings.accessKey, secretAccessKey: settings.secretKey },
    maxAttempts: tries,
    requestHandler: {
      connectionTimeout: connectMs,
      requestTimeout: answerMs,
      throwOnRequestTimeout: true,
      socketTimeout: silenceMs,
      httpAgent: agent,
      httpsAgent: agent,
    },
    // We give a CRC-32 with all bytes that are stored, and what is read is authenticated above.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
  })
}

type ServiceError = Error & {
  code?: string
  Code?: string
  Region?: string
  $metadata?: { httpStatusCode?: number }
  $response?: { headers?: Record<string, string | undefined> }
}

/** What is said of a refusal. The client's own errors hold the request, its signature and its socket: no log is to show them. */
class Refusal extends Error {
  override name = 'Refusal'
  readonly code: string
  readonly status: number | undefined
  readonly region: string | undefined

  constructor({ Code, code, name, message, Region, $metadata, $response }: ServiceError) {
    const isAnswer = $response !== undefined || $metadata?.httpStatusCode !== undefined
    super(message)
    this.code = Code ?? (isAnswer ? name : (code ?? name))
    this.status = $metadata?.httpStatusCode
    this.region = Region ?? $response?.headers?.['x-amz-bucket-region']
  }
}

/** A name in the store; that the whole bucket is missing says nothing of what lay in it. */
const isNotThere = ({ code, status }: Refusal): boolean =>
  ['NoSuchKey', 'NoSuchUpload', 'NotFound'].includes(code) && status === 404
/** The object is shorter than that. */
const isBeyondEnd = ({ code, status }: Refusal): boolean => code === 'InvalidRange' || status === 416

/** The answer, or undefined where what was asked for is not there. Whatever else is wrong may be over later. */
export async function ask<T>(answer: Promise<T>): Promise<T | undefined> {
  try {
    return await answer
  } catch (error) {
    const refusal = new Refusal(error as ServiceError)
    if (isNotThere(refusal) || isBeyondEnd(refusal)) return undefined
    throw away(refusal)
  }
}

export function away(error: unknown): StoreAway {
  if (error instanceof StoreAway) return error
  const cause = error instanceof Refusal ? error : new Refusal(error as ServiceError)
  return new StoreAway(`The S3 store did not do it: ${cause.code}, ${cause.message}`, { cause })
}

/** Of something that has to be there. */
export async function demand<T>(answer: Promise<T>): Promise<T> {
  const given = await ask(answer)
  if (given === undefined) throw away(new Error('what was there is gone'))
  return given
}

const isRegion = ({ code, status }: Refusal): boolean =>
  ['AuthorizationHeaderMalformed', 'PermanentRedirect', 'IllegalLocationConstraintException', 'InvalidRegion'].includes(code) ||
  [301, 307].includes(status ?? 0)

/** Why a start cannot use the store, in words that name the setting. */
export const startFault = (settings: S3Settings, { cause }: StoreAway): Error =>
  new Error(`STORE=s3: ${reasonOf(settings, settings.endpoint ?? 'Amazon S3', cause as Refusal)}`, { cause })

function reasonOf({ bucket, region }: S3Settings, where: string, refusal: Refusal): string {
  const { code, status, message } = refusal
  if (code === 'NoSuchBucket') return `there is no bucket S3_BUCKET=${bucket} at ${where}: make it, or set the right one.`
  if (isRegion(refusal)) {
    const right = refusal.region ? ` but in ${refusal.region}` : ''
    return `the bucket ${bucket} is not in S3_REGION=${region}${right}, or is not of S3_ENDPOINT: set the region in which it was made.`
  }
  if (code === 'InvalidAccessKeyId') return `${where} does not know S3_ACCESS_KEY: set a key that is in use.`
  if (code === 'SignatureDoesNotMatch') return `S3_SECRET_KEY does not belong to S3_ACCESS_KEY, says ${where}.`
  if (['ExpiredToken', 'InvalidToken', 'TokenRefreshRequired'].includes(code))
    return `S3_ACCESS_KEY has expired, says ${where}: set a key that lasts.`
  if (code === 'RequestTimeTooSkewed') return `this machine’s clock and that of ${where} are too far apart: set it right.`
  if (status === 403)
    return `S3_ACCESS_KEY may not read the bucket ${bucket} at ${where}: it needs to list it, and to get, put and delete objects.`
  if (status !== undefined) return `${where} refused: ${code} (${status}), ${message}`
  return `no S3 store answers at ${where}: ${code}, ${message}. Is S3_ENDPOINT right, and does it run?`
}
