/** Requests as bytes between clients and servers, over lines that delay, cut, hold, double and lose them as the seed says. */
import type { Server } from 'node:http'
import type { PlainReply } from '@sampan/client/api-reply'
import { NetworkError } from '@sampan/client/network-error'
import type { Chance } from '../faults/seeded.ts'
import { drawFate, type Fate, type LineTrouble } from './line-fate.ts'
import { headBytes, readReply } from './plain-http.ts'
import type { Trace } from './trace.ts'
import { VirtualSocket } from './virtual-socket.ts'

export type Listener = { name: string; http: Server; sockets: Set<VirtualSocket> }
export type Request = {
  who: string
  method: string
  url: string
  headers: Record<string, string>
  body: Buffer
  signal?: AbortSignal | undefined
  onProgress?: (bytes: number) => void
}
export type Network = {
  trouble: LineTrouble
  listeners: Listener[]
  send: (request: Request) => Promise<PlainReply>
  /** Bytes of parts that some server may be receiving now, and the most there ever were. */
  underWay: { bytes: number; max: number }
  open: () => number
}

const chunkBytes = 16 * 1024

export function openNetwork(chance: Chance, trace: Trace, trouble: LineTrouble, paceMs: number): Network {
  const listeners: Listener[] = []
  const underWay = { bytes: 0, max: 0 }
  let count = 0
  let openNow = 0

  /** One connection with one request; `until`: how much of it comes without delay. */
  function connect(
    request: Request,
    fate: Fate,
    name: string,
    client: { progress: (bytes: number) => void; bytes: (bytes: Buffer) => void; end: () => void },
  ) {
    const listener = listeners.length ? chance.pick(listeners) : undefined
    if (!listener) return void setTimeout(client.end, chance.whole(1, 50))
    const bytes = Buffer.concat([headBytes(request), request.body])
    const socket = new VirtualSocket({ onBytes: client.bytes, onEnd: client.end })
    listener.sockets.add(socket)
    openNow++
    const weight = request.method === 'PUT' ? request.body.length : 0
    underWay.bytes += weight
    underWay.max = Math.max(underWay.max, underWay.bytes)
    socket.once('close', () => {
      listener.sockets.delete(socket)
      underWay.bytes -= weight
      openNow--
    })
    trace.add(`${name} -> ${listener.name}`)
    listener.http.emit('connection', socket)
    const headLength = bytes.length - request.body.length
    const pump = (at: number) => {
      if (socket.destroyed) return
      const to = Math.min(bytes.length, at === 0 ? Math.max(headLength, 1) : at + chunkBytes)
      const piece =
        fate.damageAt !== null && fate.damageAt >= at && fate.damageAt < to
          ? damaged(bytes, at, to, fate.damageAt)
          : bytes.subarray(at, to)
      socket.bring(piece)
      client.progress(Math.max(0, to - headLength))
      if (to >= bytes.length) return
      setTimeout(() => pump(to), fate.delayOf(to / bytes.length))
    }
    setTimeout(() => pump(0), fate.connectMs)
    return socket
  }

  function send(request: Request): Promise<PlainReply> {
    const name = `#${++count}`
    const fate = drawFate(chance, { trouble, paceMs, bytes: request.body.length, isPart: request.method === 'PUT' })
    trace.add(`${name} ${request.who} ${request.method} ${request.url} ${request.body.length} ${fate.kind}`)
    if (fate.isDoubled) {
      const other = connect(request, { ...fate, delayOf: fate.otherDelayOf }, `${name}b`, {
        progress: () => {},
        bytes: () => setTimeout(() => other?.breakOff(), 1),
        end: () => {},
      })
    }
    return new Promise((resolve, reject) => {
      let isOver = false
      let reply = Buffer.alloc(0)
      let left = 0
      // Given up before it began, it has none.
      let socket: ReturnType<typeof connect>
      const over = (act: () => void) => {
        if (isOver) return
        isOver = true
        request.signal?.removeEventListener('abort', giveUp)
        act()
      }
      const broken = (why: string) =>
        over(() => {
          trace.add(`${name} broke: ${why}`)
          reject(new NetworkError(`No answer: ${why}`))
        })
      const hangUp = () => {
        if (!fate.isHaunting) setTimeout(() => socket?.breakOff(), chance.whole(0, 100))
      }
      const giveUp = () =>
        over(() => {
          trace.add(`${name} given up`)
          hangUp()
          reject(request.signal!.reason)
        })
      if (request.signal?.aborted) return giveUp()
      request.signal?.addEventListener('abort', giveUp, { once: true })
      socket = connect(request, fate, name, {
        progress: (bytes) => {
          left = bytes
          if (isOver) return
          request.onProgress?.(bytes)
          if (fate.cutAt !== null && bytes >= fate.cutAt * request.body.length) {
            broken('cut')
            hangUp()
          }
          // What stands between them takes all at once, and hands it on in its own time.
          if (fate.isSwallowed && bytes < request.body.length) request.onProgress?.(request.body.length)
        },
        bytes: (bytes) => {
          reply = Buffer.concat([reply, bytes])
          const answer = readReply(reply)
          if (!answer) return
          trace.add(`${name} answered ${answer.status}${answer.status >= 400 ? ` ${answer.text.slice(0, 60)}` : ''}`)
          setTimeout(() => {
            if (fate.isAnswerLost) broken('answer lost')
            else over(() => resolve(answer))
            socket?.breakOff()
          }, fate.answerMs)
        },
        end: () => {
          if (!readReply(reply)) setTimeout(() => broken(`closed after ${left}`), chance.whole(1, 50))
        },
      })
    })
  }
  return { trouble, listeners, send, underWay, open: () => openNow }
}

function damaged(bytes: Buffer, from: number, to: number, at: number): Buffer {
  const piece = Buffer.from(bytes.subarray(from, to))
  piece[at - from]! ^= 1
  return piece
}
