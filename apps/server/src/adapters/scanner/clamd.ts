/** ClamAV's daemon by its INSTREAM command: chunks, each behind its length, and an empty one at the end. */
import { connect, type Socket } from 'node:net'
import type { SocketAddress } from '../../config/setting-parsers.ts'
import { type Content, type Scanner, ScannerAway, type Verdict } from './scanner.ts'

/** Without a word for so long: to connect, to answer PING, and to look at a file, for which clamd has a limit of its own (MaxScanTime). */
const defaultTimes = { connectMs: 5000, pingMs: 5000, silenceMs: 300_000 }
export type Times = typeof defaultTimes

const maxReplyChars = 4096
/** So that clamd, which reads a chunk whole, is never asked for much at once. */
const maxChunkBytes = 1024 * 1024

/** clamd says OK of a file from here on, whatever its limits say, without having looked at it. */
const maxBytes = 2 ** 31 - 3
/** How it says "more than I look at" where AlertExceedsMax is on: Heuristics.Limits.Exceeded.MaxScanSize, Heuristics.Email.ExceedsMax.* */
const limitFinding = /^Heuristics\.(Limits|Email)\..*Exceed/

class Broken extends Error {}

export function createClamd(address: SocketAddress, times: Times = defaultTimes): Scanner {
  return {
    maxBytes,
    scan: async (content) => {
      for (let tries = 1; ; tries++) {
        try {
          return await scanOnce(address, times, content)
        } catch (error) {
          if (!(error instanceof Broken)) throw error
          // It broke off in the middle. That one which is there cannot look at this file; one that is not is asked later.
          await ping(address, times)
          if (tries === 2) return { state: 'failed', reason: error.message }
        }
      }
    },
  }
}

async function scanOnce(address: SocketAddress, times: Times, content: Content): Promise<Verdict> {
  const line = await open(address, times.connectMs)
  line.socket.setTimeout(times.silenceMs)
  try {
    await line.write(Buffer.from('zINSTREAM\0'))
    await giveAll(line, content)
    return verdictOf(await line.reply)
  } finally {
    line.socket.destroy()
  }
}

/** It may answer before the end: on a limit. */
async function giveAll(line: Line, content: Content): Promise<void> {
  for await (const pieces of content())
    for (const piece of pieces)
      for (let from = 0; from < piece.length; from += maxChunkBytes) {
        if (line.isAnswered()) return
        const chunk = piece.subarray(from, from + maxChunkBytes)
        const length = Buffer.alloc(4)
        length.writeUInt32BE(chunk.length)
        await line.write(length, chunk)
      }
  if (!line.isAnswered()) await line.write(Buffer.alloc(4))
}

/** As clamd words it: "stream: OK", "stream: NAME FOUND", "... ERROR". */
function verdictOf(reply: string): Verdict {
  if (/^stream: OK$/.test(reply)) return { state: 'clean' }
  const finding = /^stream: (.+) FOUND$/.exec(reply)?.[1]
  if (!finding || limitFinding.test(finding)) return { state: 'failed', reason: reply.slice(0, 200) }
  return { state: 'infected', finding }
}

async function ping(address: SocketAddress, times: Times): Promise<void> {
  const line = await open(address, times.connectMs)
  line.socket.setTimeout(times.pingMs)
  try {
    await line.write(Buffer.from('zPING\0'))
    const reply = await line.reply
    if (reply !== 'PONG') throw new Error(`answered ${reply}`)
  } catch (error) {
    throw new ScannerAway(`clamd does not answer: ${(error as Error).message}`)
  } finally {
    line.socket.destroy()
  }
}

type Line = {
  socket: Socket
  /** Rejects with Broken. */
  reply: Promise<string>
  isAnswered: () => boolean
  /** Resolves once the system has all of it: nobody looks at these bytes any more. Or once there is an answer, which may come early. */
  write: (...pieces: Uint8Array[]) => Promise<unknown>
}

async function open(address: SocketAddress, connectMs: number): Promise<Line> {
  const socket = connect(address)
  socket.setTimeout(connectMs)
  await new Promise<void>((resolve, reject) => {
    socket.once('connect', resolve)
    socket.once('error', reject)
    socket.once('timeout', () => socket.destroy(new Error('no connection in time')))
  }).catch((error: Error) => {
    throw new ScannerAway(`clamd cannot be reached: ${error.message}`)
  })
  return talk(socket.removeAllListeners('error').removeAllListeners('timeout'))
}

function talk(socket: Socket): Line {
  let text = ''
  const isAnswered = () => text.includes('\0') || text.length > maxReplyChars
  const reply = new Promise<string>((resolve, reject) => {
    const end = (why: string) => {
      // Without its end mark where the daemon closed the line behind it.
      const answer = text.split('\0')[0]!.trim()
      if (answer) resolve(answer)
      else reject(new Broken(why))
    }
    socket.on('data', (bytes) => {
      text += bytes.toString('latin1')
      if (isAnswered()) end('')
    })
    socket.on('timeout', () => socket.destroy(new Error('no answer in time')))
    socket.on('error', (error) => end(error.message))
    socket.on('close', () => end('the connection was closed'))
  })
  reply.catch(() => {})
  const write = (...pieces: Uint8Array[]) => {
    socket.cork()
    const written = new Promise<void>((resolve) => {
      for (const [at, piece] of pieces.entries()) socket.write(piece, at === pieces.length - 1 ? () => resolve() : undefined)
    })
    socket.uncork()
    return Promise.race([written, reply])
  }
  return { socket, reply, isAnswered, write }
}
