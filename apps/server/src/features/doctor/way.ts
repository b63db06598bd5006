/** The way to the service through PUBLIC_URL, as a browser goes it: certificate, and what a proxy makes of bodies, answers and addresses. */
import { parts } from '@sampan/contract/limits'
import { type Answer, type Asked, call } from './call.ts'
import { bad, type Finding, good, note, saysOf } from './finding.ts'
import { bodyPath, bytesPath, dripPath, type Seen, sampleBytes } from './paths.ts'

export type Way = {
  origin: string
  key: string
  /** Nothing stands between: the service itself listens where PUBLIC_URL leads. */
  isDirect: boolean
  /** So long an answer rests in its middle; a proxy may not end it then. */
  patienceMs: number
  now: Date
}

const pauseMs = 1500
/** An address that nobody has (RFC 5737): whoever believes it believes anything. */
const madeUp = '203.0.113.77'
const soonMs = 14 * 86_400_000

const certificateFaults: Record<string, string> = {
  CERT_HAS_EXPIRED: 'has expired',
  DEPTH_ZERO_SELF_SIGNED_CERT: 'is signed by itself alone, which no browser believes',
  SELF_SIGNED_CERT_IN_CHAIN: 'is signed by an authority that browsers do not know',
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: 'comes without the certificates between it and its authority',
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: 'comes without the certificates between it and its authority',
  ERR_TLS_CERT_ALTNAME_INVALID: 'is for another name',
}

const codeOf = (error: unknown): string => String((error as { code?: unknown }).code ?? '')

/** Everything that can be learned by calling; nothing more where nobody answers. */
export async function lookAtWay(way: Way): Promise<Finding[]> {
  const { origin, key } = way
  let isTrusting = false
  const ask = (path: string, asked: Asked = {}) => call(origin + path, { isTrusting, ...asked })
  const halves = [Buffer.alloc(32_768), Buffer.alloc(32_768)]
  const small = () => ask(bodyPath(key), { method: 'PUT', body: halves, pauseMs, headers: { 'x-forwarded-for': madeUp } })
  const findings: Finding[] = []
  let answer: Answer
  try {
    answer = await small().catch((error) => {
      const fault = certificateFaults[codeOf(error)]
      if (!fault) throw error
      findings.push(bad('TLS', `The certificate of ${origin} ${fault}.`, 'Renew it at the proxy, with its whole chain.'))
      isTrusting = true
      return small()
    })
  } catch (error) {
    return [
      bad(
        'way',
        `Nobody answers at ${origin}: ${saysOf(error)}.`,
        'Start the service, and let the name and the proxy of PUBLIC_URL lead to it.',
      ),
    ]
  }
  if (answer.status !== 200) return [...findings, notOurs(way, answer)]
  const seen = JSON.parse(answer.body.toString()) as Seen
  findings.push(...ofTls(way, answer, isTrusting), ...ofCaller(way, seen), ...ofHost(way, seen))
  const [large, part, whole, dripped, patient] = await Promise.allSettled([
    ask(bodyPath(key), { method: 'PUT', body: [Buffer.alloc(parts.grownBytes)] }),
    ask(bytesPath(key), { headers: { range: 'bytes=5-9', 'accept-encoding': 'gzip, br' } }),
    ask(bytesPath(key), { headers: { 'accept-encoding': 'gzip, br' } }),
    ask(dripPath(key, pauseMs)),
    way.patienceMs ? ask(dripPath(key, way.patienceMs), { silenceMs: way.patienceMs + 30_000 }) : null,
  ])
  return [
    ...findings,
    ofLarge(large),
    seen.spreadMs < pauseMs / 3
      ? bad(
          'way',
          'The proxy gathers what is sent before it passes it on: an upload fills its disk, and its progress is untrue.',
          ...lines.in,
        )
      : good('way', 'What is sent goes through as it comes.'),
    ofRange(part),
    ...ofWhole(whole),
    ofDrip(dripped),
    ...(way.patienceMs ? [ofPatience(way, patient)] : []),
  ]
}

const lines = {
  in: ['nginx: proxy_request_buffering off;', 'Apache: SetEnv proxy-sendchunked 1', 'Caddy: no request_buffers'],
  out: ['nginx: proxy_buffering off;', 'Apache: ProxyPass … flushpackets=on', 'Caddy: no response_buffers'],
  large: ['nginx: client_max_body_size 0;', 'Apache: LimitRequestBody 0', 'Caddy: no request_body with max_size'],
  host: ['nginx: proxy_set_header Host $host;', 'Apache: ProxyPreserveHost On', 'Caddy: no header_up Host'],
  range: ['nginx: no proxy_set_header Range, no proxy_cache', 'Apache: no RequestHeader unset Range'],
  zip: ['nginx: gzip off;', 'Apache: no SetOutputFilter DEFLATE', 'Caddy: no encode'],
  caller: [
    'nginx: proxy_set_header X-Forwarded-For $remote_addr;',
    'Apache: ProxyAddHeaders On',
    'Caddy: no header_up X-Forwarded-For',
  ],
  patience: ['nginx: proxy_read_timeout 180s;', 'Apache: ProxyTimeout 180', 'Caddy: no read_timeout'],
}

const notOurs = ({ origin }: Way, { status }: Answer): Finding =>
  status >= 500
    ? bad(
        'way',
        `The proxy at ${origin} does not reach the service (${status}).`,
        'Let it pass on to HOST and PORT of the service.',
      )
    : bad(
        'way',
        `What answers at ${origin} is not this installation, or does not let it be asked (${status}).`,
        'Set PUBLIC_URL to where people reach this service, and let the proxy pass on every path.',
      )

function ofTls({ origin, now }: Way, { certificateEndsAt }: Answer, isTold: boolean): Finding[] {
  if (isTold) return []
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

function ofCaller({ isDirect }: Way, { remote, forwardedFor, isBelieved }: Seen): Finding[] {
  if (isDirect) return [good('addresses', 'The service sees callers itself.')]
  if (forwardedFor === madeUp && isBelieved)
    return [bad('addresses', 'Callers say who they are, and are believed: every limit can be got around.', ...lines.caller)]
  if (forwardedFor === null || forwardedFor === madeUp)
    return [
      bad(
        'addresses',
        'The proxy does not say who calls: all people together have its address, and its limits.',
        ...lines.caller,
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

function ofHost({ origin }: Way, { host }: Seen): Finding[] {
  const wanted = new URL(origin).host
  return [
    host === wanted
      ? good('host', `The service is called ${host}, as PUBLIC_URL says.`)
      : bad(
          'host',
          `The proxy calls the service ${host || 'nothing'}, people call it ${wanted}: domains of links are not known apart.`,
          ...lines.host,
        ),
  ]
}

type Result = PromiseSettledResult<Answer | null>
const isAnswer = (result: Result): result is PromiseFulfilledResult<Answer> => result.status === 'fulfilled'

function ofLarge(result: Result): Finding {
  if (isAnswer(result) && result.value.status === 200)
    return good('way', `Parts of ${parts.grownBytes / 2 ** 20} MiB come through.`)
  const how = isAnswer(result) ? `${result.value.status}` : saysOf((result as PromiseRejectedResult).reason)
  return bad('way', `A part of ${parts.grownBytes / 2 ** 20} MiB does not come through (${how}).`, ...lines.large)
}

function ofRange(result: Result): Finding {
  const isKept = isAnswer(result) && result.value.status === 206 && result.value.body.length === 5
  return isKept
    ? good('way', 'Ranges come through: interrupted downloads go on.')
    : bad('way', 'Ranges do not come through: interrupted downloads begin anew.', ...lines.range)
}

function ofWhole(result: Result): Finding[] {
  if (!isAnswer(result)) return []
  const { headers } = result.value
  return headers['content-encoding'] || Number(headers['content-length']) !== sampleBytes
    ? [
        bad(
          'way',
          'The proxy compresses files: browsers do not learn how large they are, and cannot go on with them.',
          ...lines.zip,
        ),
      ]
    : []
}

function ofDrip(result: Result): Finding {
  return isAnswer(result) && result.value.spreadMs >= pauseMs / 2
    ? good('way', 'Answers go through as they come.')
    : bad(
        'way',
        'The proxy gathers answers before it passes them on: downloads count that nobody has, and news comes late.',
        ...lines.out,
      )
}

function ofPatience({ patienceMs }: Way, result: Result): Finding {
  const seconds = patienceMs / 1000
  return isAnswer(result) && result.value.status === 200
    ? good('way', `Answers that rest for ${seconds} s come through.`)
    : bad('way', `Answers that rest for ${seconds} s are ended, as they would be on a slow line.`, ...lines.patience)
}
