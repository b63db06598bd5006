/**
 * Answers that leave before the body has come, such as a part that finds no space. What else comes is read and dropped, within bounds:
 * a connection that is closed while somebody sends to it is reset, and the answer is lost with it.
 */
import type { IncomingMessage } from 'node:http'
import type { FastifyInstance } from 'fastify'

const droppedBytesMax = 16 * 1024 * 1024
const droppingMsMax = 15_000
const lookMs = 250

/** `isLast` says that the connection is closed after this answer. */
function dropRest(message: IncomingMessage, isLast: boolean): void {
  const { socket } = message
  const [bytesBefore, sinceMs] = [socket.bytesRead, performance.now()]
  const watch = setInterval(() => {
    const isTooMuch = socket.bytesRead - bytesBefore > droppedBytesMax || performance.now() - sinceMs > droppingMsMax
    if (isTooMuch) socket.destroy()
  }, lookMs).unref()
  const end = () => {
    clearInterval(watch)
    if (isLast) socket.destroySoon()
  }
  message.once('end', end)
  socket.once('close', () => clearInterval(watch))
  message.resume()
}

const isStillComing = (message: IncomingMessage): boolean =>
  !message.complete && (message.headers['transfer-encoding'] !== undefined || Number(message.headers['content-length'] ?? 0) > 0)

export function deliverEarlyAnswers(app: FastifyInstance): void {
  app.addHook('onSend', async ({ raw }, reply, payload) => {
    if (!isStillComing(raw)) return payload
    const isLast = !reply.raw.shouldKeepAlive
    // Without this Node closes the connection as soon as the answer is written.
    reply.raw.shouldKeepAlive = true
    reply.raw.once('finish', () => dropRest(raw, isLast))
    return payload
  })
}
