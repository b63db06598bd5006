/** JSON bodies: how much of one a request may send is settled in front of it; what is more is answered without being read (R49). */
import type { IncomingMessage } from 'node:http'
import { Problem } from '@sampan/contract/errors'
import { bodyDepth, largeBody, smallBody } from '@sampan/contract/limits'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Actor } from './actor.ts'
import { createJsonMeter } from './json-meter.ts'
import { type Asker, createPlaces, type TakePlace } from './large-bodies.ts'
import { hasToHurry } from './lowest-rate.ts'

/** `asker` is who sends a body that may be large. */
type Allowance = { bytes: number; values: number; asker: Asker | null }

const small: Allowance = { ...smallBody, asker: null }
const allowances = new WeakMap<FastifyRequest, Allowance>()

/** The longest that anybody may send without an account. */
const isSmall = ({ headers }: FastifyRequest): boolean => Number(headers['content-length'] ?? Number.NaN) <= smallBody.bytes

/** `bytes`: what the call takes from this actor, if that is more than anybody may send. */
export function allowBody(request: FastifyRequest, { raw: response }: FastifyReply, actor: Actor, bytes = 0): void {
  const most = Math.max(bytes, smallBody.bytes)
  if (Number(request.headers['content-length'] ?? 0) > most) throw new Problem('bodyTooLarge')
  if (most === smallBody.bytes || isSmall(request)) return
  const asker = { network: actor.networkKey, account: actor.userId ?? '', response }
  allowances.set(request, { bytes: most, values: largeBody.values, asker })
}

/** Rejects with what the client is told; the rest of the body is left to early answers. */
function readBytes(payload: IncomingMessage, { bytes: mostBytes, values }: Allowance): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const [chunks, fits]: [Buffer[], ReturnType<typeof createJsonMeter>] = [[], createJsonMeter({ values, depth: bodyDepth })]
    let length = 0
    const onData = (chunk: Buffer) => {
      length += chunk.length
      if (length > mostBytes || !fits(chunk)) return end(() => reject(new Problem('bodyTooLarge')))
      chunks.push(chunk)
    }
    const onEnd = () => end(() => resolve(Buffer.concat(chunks, length)))
    const onError = () => end(() => reject(new Problem('invalidInput')))
    const end = (how: () => void) => {
      payload.off('data', onData).off('end', onEnd).off('error', onError)
      how()
    }
    payload.on('data', onData).on('end', onEnd).on('error', onError).resume()
  })
}

async function waitForPlace(takePlace: TakePlace, payload: IncomingMessage, asker: Asker): Promise<void> {
  // Nothing is read meanwhile, and this time does not count as slowness of the sender.
  payload.pause()
  await takePlace(asker)
  hasToHurry(payload)
}

/** In place of the framework's own parser, whose limit is the same for everybody who calls. */
export function readJsonBodies(app: FastifyInstance): void {
  const takePlace = createPlaces()
  const parse = app.getDefaultJsonParser('error', 'error')
  app.removeContentTypeParser('application/json')
  app.addContentTypeParser('application/json', async (request: FastifyRequest, payload: IncomingMessage) => {
    const allowed = allowances.get(request) ?? small
    if (allowed.asker) await waitForPlace(takePlace, payload, allowed.asker)
    const text = (await readBytes(payload, allowed)).toString('utf8')
    return new Promise((resolve, reject) => parse(request, text, (error, body) => (error ? reject(error) : resolve(body))))
  })
}
