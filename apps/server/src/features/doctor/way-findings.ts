/** What each answer on the way says of the proxy, in words. */
import { parts } from '@sampan/contract/limits'
import type { Answer } from './call.ts'
import { bad, type Finding, good, note, saysOf } from './finding.ts'
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
type Mend = (wrong: WrongAtProxy) => string[]
export type Looked = Record<
  'large' | 'range' | 'longHeader' | 'outerHost' | 'drip' | 'events' | 'restingAnswer' | 'restingBody',
  Result
>

/** An address (RFC 5737) and a name (RFC 2606) that nobody has: whoever believes them believes anything. */
export const madeUp = { address: '203.0.113.77', host: 'made-up.example' }
const soonMs = 14 * 86_400_000

const certificateFaults: Record<string, string> = {
  CERT_HAS_EXPIRED: 'has expired',
  DEPTH_ZERO_SELF_SIGNED_CERT: 'is signed by itself alone, which no browser believes',
  SELF_SIGNED_CERT_IN_CHAIN: 'is signed by an authority that browsers do not know',
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: 'comes without the certificates between it and an authority that browsers know',
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: 'comes without the certificates between it and an authority that browsers know',
  ERR_TLS_CERT_ALTNAME_INVALID: 'is for another name',
}

const codeOf = (error: unknown): string => String((error as { code?: unknown }).code ?? '')

export function certificateFault(origin: string, error: unknown): Finding | null {
  const fault = certificateFaults[codeOf(error)]
  return fault
    ? bad('TLS', `The certificate of ${origin} ${fault}.`, 'Renew it at the proxy, from such an authority, with its whole chain.')
    : null
}

/** An answer in plain HTTP is no beginning of TLS. */
export const saysNoTls = (error: unknown): boolean =>
  /^(EPROTO|ERR_SSL_(WRONG_VERSION_NUMBER|PACKET_LENGTH_TOO_LONG))$/.test(codeOf(error)) &&
  /wrong version number|packet length too long/i.test(saysOf(error))

export function notOurs({ origin }: Pick<Way, 'origin'>, { status, headers }: Answer): Finding {
  if (status >= 500)
    return bad(
      'way',
      `The proxy at ${origin} does not reach the service (${status}).`,
      'Let it pass on to HOST and PORT of the service.',
    )
  const elsewhere = URL.canParse(headers.location ?? '') ? new URL(headers.location!).origin : origin
  return elsewhere === origin
    ? bad(
        'way',
        `What answers at ${origin} is not this installation, or does not let it be asked (${status}).`,
        'Set PUBLIC_URL to where people reach this service, and let the proxy pass on every path.',
      )
    : bad('way', `${origin} leads on to ${elsewhere} (${status}).`, `PUBLIC_URL=${elsewhere}`)
}

export function ofTls({ origin, now }: Pick<Way, 'origin' | 'now'>, { certificateEndsAt }: Answer): Finding[] {
  const { protocol, hostname } = new URL(origin)
  if (protocol === 'http:')
    return hostname === 'localhost' || hostname === '127.0.0.1'
      ? [note('TLS', `${origin} is for this machine alone.`, 'PUBLIC_URL=https://…')]
      : [
          bad(
            'TLS',
            'PUBLIC_URL is not encrypted: links, passwords and files can be read on the way, and browsers record nothing.',
            'PUBLIC_URL=https://…',
          ),
        ]
  const left = certificateEndsAt ? certificateEndsAt.getTime() - now.getTime() : Number.POSITIVE_INFINITY
  const date = certificateEndsAt?.toISOString().slice(0, 10)
  return [
    left < soonMs
      ? note('TLS', `The certificate ends on ${date}.`, 'Renew it, and see to it that this happens by itself.')
      : good('TLS', `The certificate is good until ${date}.`),
  ]
}

export function ofCaller({ isDirect }: Pick<Way, 'isDirect'>, { remote, forwardedFor, isBelieved }: Seen, mend: Mend): Finding[] {
  if (isDirect) return [good('addresses', 'The service sees callers itself.')]
  if (forwardedFor === madeUp.address && isBelieved)
    return [bad('addresses', 'Callers say who they are, and are believed: every limit can be got around.', ...mend('caller'))]
  if (forwardedFor === null || forwardedFor === madeUp.address)
    return [
      bad(
        'addresses',
        'The proxy does not say who calls: all people together have its address, and its limits.',
        ...mend('caller'),
      ),
    ]
  return isBelieved
    ? [good('addresses', 'The proxy says who calls, and nobody else does.')]
    : [
        bad(
          'addresses',
          `The proxy says who calls and is not believed: it comes from ${remote}.`,
          `TRUST_PROXY=${remote.replace(/^::ffff:/, '')}`,
        ),
      ]
}

export function ofHost({ origin }: Pick<Way, 'origin'>, { host }: Seen, mend: Mend): Finding {
  const wanted = new URL(origin).hostname
  return host === wanted
    ? good('host', `The service is called ${host}, as PUBLIC_URL says.`)
    : bad(
        'host',
        `The proxy calls the service ${host || 'nothing'}, people call it ${wanted}: domains of links are not known apart.`,
        ...mend('host'),
      )
}

const isAnswer = (result: Result): result is PromiseFulfilledResult<Answer> =>
  result.status === 'fulfilled' && result.value !== null
const isGood = (result: Result): result is PromiseFulfilledResult<Answer> => isAnswer(result) && result.value.status === 200
const how = (result: Result): string =>
  isAnswer(result) ? `${result.value.status}` : saysOf((result as PromiseRejectedResult).reason)

export function ofOuterHost(result: Result, mend: Mend): Finding[] {
  const isBelieved = isGood(result) && (JSON.parse(result.value.body.toString()) as Seen).host === madeUp.host
  return isBelieved
    ? [note('host', 'Callers say by which name they call, and are believed, by X-Forwarded-Host.', ...mend('outerHost'))]
    : []
}

/** Answers come through, and not even a small body does. */
export const ofBody = (result: Result, mend: Mend): Finding =>
  isAnswer(result) && result.value.status === 408
    ? bad('way', 'A body that rests for a moment is ended (408).', ...mend('restingBody'))
    : bad('way', `What is sent does not come through (${how(result)}).`, ...mend('bodies'))

export const ofLarge = (result: Result, mend: Mend): Finding =>
  isGood(result)
    ? good('way', `Parts of ${parts.grownBytes / 2 ** 20} MiB come through.`)
    : bad('way', `A part of ${parts.grownBytes / 2 ** 20} MiB does not come through (${how(result)}).`, ...mend('large'))

export function ofRange(result: Result, mend: Mend): Finding {
  const isKept = isAnswer(result) && result.value.status === 206 && result.value.body.length === 5
  return isKept
    ? good('way', 'Ranges come through: interrupted downloads go on.')
    : bad('way', 'Ranges do not come through: interrupted downloads begin anew.', ...mend('range'))
}

export const ofLongHeader = (result: Result, bytes: number, mend: Mend): Finding[] =>
  isGood(result)
    ? []
    : [
        bad(
          'way',
          `A header of ${bytes / 1024} KiB does not come through (${how(result)}): people with many cookies are refused.`,
          ...mend('headers'),
        ),
      ]

export function ofWhole({ headers }: Answer, mend: Mend): Finding[] {
  return headers['content-encoding'] || Number(headers['content-length']) !== sampleBytes
    ? [
        bad(
          'way',
          'The proxy compresses files: browsers do not learn how large they are, and cannot go on with them.',
          ...mend('compresses'),
        ),
      ]
    : []
}

export const ofDrips = (results: readonly Result[], pauseMs: number, mend: Mend): Finding =>
  results.every((result) => isAnswer(result) && result.value.spreadMs >= pauseMs / 2)
    ? good('way', 'Answers go through as they come.')
    : bad(
        'way',
        'The proxy gathers answers before it passes them on: downloads count that nobody has, and news comes late.',
        ...mend('gathersAnswers'),
      )

/** One that has begun has its status already; cut off, it may end as if it were whole. */
const isWholeDrip = (result: Result): boolean => isGood(result) && result.value.body.length === 2 * dripBytes

/** Who waits too short for the service cuts off both; then it is told once. */
export function ofResting({ restingAnswer, restingBody }: Looked, patienceMs: number, restMs: number, mend: Mend): Finding[] {
  const isAnswerWhole = isWholeDrip(restingAnswer)
  const isOfSender = isAnswerWhole || (isAnswer(restingBody) && restingBody.value.status === 408)
  return [
    isAnswerWhole
      ? good('way', `Answers that rest for ${patienceMs / 1000} s come through.`)
      : bad(
          'way',
          `Answers that rest for ${patienceMs / 1000} s are ended, as they would be on a slow line.`,
          ...mend('restingAnswer'),
        ),
    ...(isGood(restingBody)
      ? [good('way', `What is sent may rest for ${restMs / 1000} s.`)]
      : isOfSender
        ? [bad('way', `A sender that rests for ${restMs / 1000} s is cut off (${how(restingBody)}).`, ...mend('restingBody'))]
        : []),
  ]
}
