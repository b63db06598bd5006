/**
 * Lets go of bodies that trickle (R48): each must keep a lowest rate, on average since it began. Time in which we ourselves take
 * nothing, because the disk is slow, is not held against it.
 */
import type { IncomingMessage } from 'node:http'
import { slowestBody } from '@sampan/contract/limits'
import type { FastifyInstance } from 'fastify'

type Body = { message: IncomingMessage; bytesBefore: number; sinceMs: number }

const sweepMs = slowestBody.sweepSeconds * 1000

const hasBody = ({ headers }: IncomingMessage): boolean =>
  headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0

const inHurry = new WeakSet<IncomingMessage>()
/** A body that holds a place for which others wait has to come faster, or is cut off. */
export const hasToHurry = (message: IncomingMessage): void => void inHurry.add(message)

const isTooSlow = ({ message, bytesBefore, sinceMs }: Body, nowMs: number): boolean => {
  const seconds = (nowMs - sinceMs) / 1000 - slowestBody.graceSeconds
  const { bytesPerSecond, largeBytesPerSecond } = slowestBody
  return message.socket.bytesRead - bytesBefore < seconds * (inHurry.has(message) ? largeBytesPerSecond : bytesPerSecond)
}

export function keepLowestRate(app: FastifyInstance): void {
  const bodies = new Set<Body>()
  const sweep = () => {
    const nowMs = performance.now()
    for (const body of bodies) {
      if (body.message.isPaused()) body.sinceMs += sweepMs
      else if (isTooSlow(body, nowMs)) body.message.destroy()
    }
  }
  let timer: NodeJS.Timeout | undefined
  app.addHook('onRequest', async ({ raw }) => {
    if (!hasBody(raw)) return
    timer ??= setInterval(sweep, sweepMs).unref()
    const body = { message: raw, bytesBefore: raw.socket.bytesRead, sinceMs: performance.now() }
    bodies.add(body)
    for (const event of ['end', 'close']) raw.once(event, () => bodies.delete(body))
  })
  app.addHook('onClose', async () => clearInterval(timer))
}
