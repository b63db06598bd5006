/** The way to the service through PUBLIC_URL, as a browser goes it: certificate, and what a proxy makes of bodies, answers and addresses. */
import { parts } from '@sampan/contract/limits'
import { type Answer, type Asked, call } from './call.ts'
import { advise, bad, type Finding, good, saysOf } from './finding.ts'
import { bodyPath, bytesPath, dripPath, type Seen } from './paths.ts'
import { linesFor, proxyOf, type WrongAtProxy } from './proxy-lines.ts'
import {
  certificateFault,
  type Looked,
  madeUp,
  notOurs,
  ofBody,
  ofCaller,
  ofDrips,
  ofHost,
  ofLarge,
  ofLongHeader,
  ofOuterHost,
  ofRange,
  ofResting,
  ofTls,
  ofWhole,
  saysNoTls,
  type Way,
} from './way-findings.ts'

const pauseMs = 1500
/** The service itself ends a sender that is silent for a minute. */
const restingBodyMs = 50_000
/** Below what nginx and Apache take of one header unless they were told otherwise. */
const longHeaderBytes = 7 * 1024

const half = Buffer.alloc(32_768)
/** Short, so that a proxy that wants a lowest rate does not take it for time in advance. */
const drop = Buffer.alloc(1024)
const compressed = { 'accept-encoding': 'gzip, br' }

/** The first call tells of the connection: a certificate that nobody believes is told once, and the rest is looked at all the same. */
async function firstCall({ origin, key }: Way): Promise<{ answer: Answer; isTrusting: boolean; fault: Finding[] } | Finding> {
  const path = origin + bytesPath(key)
  try {
    return { answer: await call(path, { headers: compressed }), isTrusting: false, fault: [] }
  } catch (error) {
    const fault = certificateFault(origin, error)
    if (fault) return { answer: await call(path, { headers: compressed, isTrusting: true }), isTrusting: true, fault: [fault] }
    return saysNoTls(error)
      ? bad('TLS', ['noTls', { origin }], ...linesFor('noTls', null))
      : bad('way', ['nobodyAnswers', { origin, error: saysOf(error) }], advise('startService'))
  }
}

/** Everything that can be learned by calling; nothing more where nobody answers. */
export async function lookAtWay(way: Way): Promise<Finding[]> {
  const { origin, key, patienceMs } = way
  const first = await firstCall(way)
  if ('state' in first) return [first]
  const { answer, isTrusting, fault } = first
  if (answer.status !== 200) return [...fault, notOurs(way, answer)]
  const proxy = proxyOf(answer.headers)
  const mend = (wrong: WrongAtProxy) => linesFor(wrong, proxy)
  const ask = (path: string, asked: Asked = {}) => call(origin + path, { isTrusting, ...asked })
  const put = (body: readonly Buffer[], asked: Asked = {}) => ask(bodyPath(key), { method: 'PUT', body, ...asked })

  const [body] = await Promise.allSettled([put([half, half], { pauseMs, headers: { 'x-forwarded-for': madeUp.address } })])
  const known = [...fault, ...(isTrusting ? [] : ofTls(way, answer)), ...ofWhole(answer, mend)]
  if (body.status === 'rejected' || body.value.status !== 200) return [...known, ofBody(body, mend)]
  const seen = JSON.parse(body.value.body.toString()) as Seen

  const looked: Looked = await settled({
    large: put([Buffer.alloc(parts.grownBytes)]),
    range: ask(bytesPath(key), { headers: { range: 'bytes=5-9', ...compressed } }),
    longHeader: ask(bytesPath(key), { headers: { 'x-long': 'x'.repeat(longHeaderBytes) } }),
    outerHost: put([drop], { headers: { 'x-forwarded-host': madeUp.host } }),
    drip: ask(dripPath(key, pauseMs)),
    events: ask(dripPath(key, pauseMs, 'events'), { headers: compressed }),
    restingAnswer: patienceMs ? ask(dripPath(key, patienceMs), { silenceMs: patienceMs + 30_000 }) : null,
    restingBody: patienceMs
      ? put([drop, drop], { pauseMs: Math.min(patienceMs, restingBodyMs), silenceMs: restingBodyMs + 30_000 })
      : null,
  })
  return [
    ...known,
    ...ofCaller(way, seen, mend),
    ofHost(way, seen, mend),
    ...ofOuterHost(looked.outerHost, mend),
    ofLarge(looked.large, mend),
    seen.spreadMs < pauseMs / 3 ? bad('way', 'bodiesGathered', ...mend('gathersBodies')) : good('way', 'bodiesGood'),
    ofRange(looked.range, mend),
    ...ofLongHeader(looked.longHeader, longHeaderBytes, mend),
    ofDrips([looked.drip, looked.events], pauseMs, mend),
    ...(patienceMs ? ofResting(looked, patienceMs, Math.min(patienceMs, restingBodyMs), mend) : []),
  ]
}

/** All at once; what failed is as much of an answer. */
async function settled<Name extends string>(
  asked: Record<Name, Promise<Answer> | null>,
): Promise<Record<Name, PromiseSettledResult<Answer | null>>> {
  const names = Object.keys(asked) as Name[]
  const results = await Promise.allSettled(names.map((name) => asked[name]))
  return Object.fromEntries(names.map((name, at) => [name, results[at]!])) as Record<Name, PromiseSettledResult<Answer | null>>
}
