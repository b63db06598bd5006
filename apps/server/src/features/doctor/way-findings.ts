/** What each answer on the way says of the proxy, in words. */
import type { FindingCode } from '@sampan/contract/findings'
import { parts } from '@sampan/contract/limits'
import type { Answer } from './call.ts'
import { type Advice, advise, bad, type Finding, good, note, saysOf } from './finding.ts'
import { dripBytes, type Seen, sampleBytes } from './paths.ts'
import type { WrongAtProxy } from './proxy-lines.ts'

export type Way = {
  origin: string
  key: string
  /** Nothing stands between: the service itself listens where PUBLIC_URL leads. */
  isDirect: boolean
  /** So long an answer rests in its middle; a proxy may not end it then. */
  patienceMs: number
  now: Date
}

type Result = PromiseSettledResult<Answer | null>
type Mend = (wrong: WrongAtProxy) => Advice[]
export type Looked = Record<
  'large' | 'range' | 'longHeader' | 'outerHost' | 'drip' | 'events' | 'restingAnswer' | 'restingBody',
  Result
>

/** An address (RFC 5737) and a name (RFC 2606) that nobody has: whoever believes them believes anything. */
export const madeUp = { address: '203.0.113.77', host: 'made-up.example' }
const soonMs = 14 * 86_400_000

const certificateFaults: Record<string, FindingCode> = {
  CERT_HAS_EXPIRED: 'certificateExpired',
  DEPTH_ZERO_SELF_SIGNED_CERT: 'certificateSelf',
  SELF_SIGNED_CERT_IN_CHAIN: 'certificateUnknown',
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: 'certificateChain',
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: 'certificateChain',
  ERR_TLS_CERT_ALTNAME_INVALID: 'certificateName',
}

const codeOf = (error: unknown): string => String((error as { code?: unknown }).code ?? '')

export function certificateFault(origin: string, error: unknown): Finding | null {
  const fault = certificateFaults[codeOf(error)]
  return fault ? bad('TLS', [fault, { origin }], advise('renewCertificate')) : null
}

/** An answer in plain HTTP is no beginning of TLS. */
export const saysNoTls = (error: unknown): boolean =>
  /^(EPROTO|ERR_SSL_(WRONG_VERSION_NUMBER|PACKET_LENGTH_TOO_LONG))$/.test(codeOf(error)) &&
  /wrong version number|packet length too long/i.test(saysOf(error))

export function notOurs({ origin }: Pick<Way, 'origin'>, { status, headers }: Answer): Finding {
  if (status >= 500) return bad('way', ['proxyAlone', { origin, status: `${status}` }], advise('reachService'))
  const elsewhere = URL.canParse(headers.location ?? '') ? new URL(headers.location!).origin : origin
  return elsewhere === origin
    ? bad('way', ['notOurs', { origin, status: `${status}` }], advise('rightAddress'))
    : bad('way', ['leadsOn', { origin, elsewhere, status: `${status}` }], `PUBLIC_URL=${elsewhere}`)
}

export function ofTls({ origin, now }: Pick<Way, 'origin' | 'now'>, { certificateEndsAt }: Answer): Finding[] {
  const { protocol, hostname } = new URL(origin)
  if (protocol === 'http:')
    return hostname === 'localhost' || hostname === '127.0.0.1'
      ? [note('TLS', ['tlsLocal', { origin }], 'PUBLIC_URL=https://…')]
      : [bad('TLS', 'tlsOff', 'PUBLIC_URL=https://…')]
  const left = certificateEndsAt ? certificateEndsAt.getTime() - now.getTime() : Number.POSITIVE_INFINITY
  const date = certificateEndsAt?.toISOString().slice(0, 10) ?? ''
  return [
    left < soonMs
      ? note('TLS', ['certificateSoon', { date }], advise('renewByItself'))
      : good('TLS', ['certificateGood', { date }]),
  ]
}

export function ofCaller({ isDirect }: Pick<Way, 'isDirect'>, { remote, forwardedFor, isBelieved }: Seen, mend: Mend): Finding[] {
  if (isDirect) return [good('addresses', 'callersDirect')]
  if (forwardedFor === madeUp.address && isBelieved) return [bad('addresses', 'callersMadeUp', ...mend('caller'))]
  if (forwardedFor === null || forwardedFor === madeUp.address) return [bad('addresses', 'callersUnknown', ...mend('caller'))]
  return isBelieved
    ? [good('addresses', 'callersGood')]
    : [bad('addresses', ['callersUnbelieved', { remote }], `TRUST_PROXY=${remote.replace(/^::ffff:/, '')}`)]
}

export function ofHost({ origin }: Pick<Way, 'origin'>, { host }: Seen, mend: Mend): Finding {
  const wanted = new URL(origin).hostname
  return host === wanted
    ? good('host', ['hostGood', { host }])
    : bad('host', host ? ['hostOther', { host, wanted }] : ['hostNone', { wanted }], ...mend('host'))
}

const isAnswer = (result: Result): result is PromiseFulfilledResult<Answer> =>
  result.status === 'fulfilled' && result.value !== null
const isGood = (result: Result): result is PromiseFulfilledResult<Answer> => isAnswer(result) && result.value.status === 200
const how = (result: Result): string =>
  isAnswer(result) ? `${result.value.status}` : saysOf((result as PromiseRejectedResult).reason)

export function ofOuterHost(result: Result, mend: Mend): Finding[] {
  const isBelieved = isGood(result) && (JSON.parse(result.value.body.toString()) as Seen).host === madeUp.host
  return isBelieved ? [note('host', 'hostMadeUp', ...mend('outerHost'))] : []
}

/** Answers come through, and not even a small body does. */
export const ofBody = (result: Result, mend: Mend): Finding =>
  isAnswer(result) && result.value.status === 408
    ? bad('way', 'bodyResting', ...mend('restingBody'))
    : bad('way', ['bodyFails', { how: how(result) }], ...mend('bodies'))

export const ofLarge = (result: Result, mend: Mend): Finding =>
  isGood(result)
    ? good('way', ['partsGood', { size: parts.grownBytes / 2 ** 20 }])
    : bad('way', ['partsFail', { size: parts.grownBytes / 2 ** 20, how: how(result) }], ...mend('large'))

export function ofRange(result: Result, mend: Mend): Finding {
  const isKept = isAnswer(result) && result.value.status === 206 && result.value.body.length === 5
  return isKept ? good('way', 'rangesGood') : bad('way', 'rangesFail', ...mend('range'))
}

export const ofLongHeader = (result: Result, bytes: number, mend: Mend): Finding[] =>
  isGood(result) ? [] : [bad('way', ['headerFails', { size: bytes / 1024, how: how(result) }], ...mend('headers'))]

export function ofWhole({ headers }: Answer, mend: Mend): Finding[] {
  return headers['content-encoding'] || Number(headers['content-length']) !== sampleBytes
    ? [bad('way', 'compressed', ...mend('compresses'))]
    : []
}

export const ofDrips = (results: readonly Result[], pauseMs: number, mend: Mend): Finding =>
  results.every((result) => isAnswer(result) && result.value.spreadMs >= pauseMs / 2)
    ? good('way', 'answersGood')
    : bad('way', 'answersGathered', ...mend('gathersAnswers'))

/** One that has begun has its status already; cut off, it may end as if it were whole. */
const isWholeDrip = (result: Result): boolean => isGood(result) && result.value.body.length === 2 * dripBytes

/** Who waits too short for the service cuts off both; then it is told once. */
export function ofResting({ restingAnswer, restingBody }: Looked, patienceMs: number, restMs: number, mend: Mend): Finding[] {
  const isAnswerWhole = isWholeDrip(restingAnswer)
  const isOfSender = isAnswerWhole || (isAnswer(restingBody) && restingBody.value.status === 408)
  return [
    isAnswerWhole
      ? good('way', ['restGood', { seconds: patienceMs / 1000 }])
      : bad('way', ['restFail', { seconds: patienceMs / 1000 }], ...mend('restingAnswer')),
    ...(isGood(restingBody)
      ? [good('way', ['senderGood', { seconds: restMs / 1000 }])]
      : isOfSender
        ? [bad('way', ['senderCutOff', { seconds: restMs / 1000, how: how(restingBody) }], ...mend('restingBody'))]
        : []),
  ]
}
