/** A clamd for tests: speaks its protocol over TCP, finds EICAR, has a limit, and can be slow, deaf or away. */
import { createServer, type Server, type Socket } from 'node:net'

/** What every scanner knows as a virus that does nothing; in two pieces, so that none takes this file for one. */
const halves = [String.raw`X5O!P%@AP[4\PZX54(P^)7CC)7}$`, 'EICAR-STANDARD-ANTIVIRUS-TEST-FILE!$H+H*']
export const eicar = Buffer.from(halves.join(''), 'latin1')

export type TestClamd = {
  port: number
  /** Bytes of each file that it looked at whole. */
  seen: Buffer[]
  /** Bytes that it has read of any. */
  received: number
  /** At most so many bytes of a file; beyond it answers and closes, as clamd does. */
  maxBytes: number
  /** What it says of a file without a virus, instead of OK. */
  word: string
  /** While set it reads nothing of what comes. */
  isPaused: boolean
  /** While set it cuts the line in the middle of a file. */
  isBreaking: boolean
  close: () => Promise<void>
}

export async function startTestClamd(): Promise<TestClamd> {
  const sockets = new Set<Socket>()
  const server: Server = createServer((socket) => {
    sockets.add(socket)
    socket.on('close', () => sockets.delete(socket)).on('error', () => {})
    talk(socket, clamd)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const clamd: TestClamd = {
    port: (server.address() as { port: number }).port,
    seen: [],
    received: 0,
    maxBytes: 1e9,
    word: 'OK',
    isPaused: false,
    isBreaking: false,
    close: () => {
      for (const socket of sockets) socket.destroy()
      return new Promise((resolve) => server.close(() => resolve()))
    },
  }
  return clamd
}

const commands = ['zPING\0', 'zINSTREAM\0']

function talk(socket: Socket, clamd: TestClamd): void {
  let waiting = Buffer.alloc(0)
  let command = ''
  const file: Buffer[] = []
  const size = () => file.reduce((sum, { length }) => sum + length, 0)
  const answer = (text: string) => socket.end(`${text}\0`)
  socket.on('data', (bytes) => {
    waiting = Buffer.concat([waiting, bytes])
    if (!command) {
      command = commands.find((each) => waiting.subarray(0, each.length).equals(Buffer.from(each))) ?? ''
      if (!command) return
      waiting = waiting.subarray(command.length)
      if (command.startsWith('zPING')) return answer('PONG')
    }
    while (waiting.length >= 4 && waiting.length >= 4 + waiting.readUInt32BE(0)) {
      const length = waiting.readUInt32BE(0)
      if (length === 0) {
        const whole = Buffer.concat(file)
        clamd.seen.push(whole)
        return answer(whole.includes(eicar) ? 'stream: Eicar-Test-Signature FOUND' : `stream: ${clamd.word}`)
      }
      file.push(waiting.subarray(4, 4 + length))
      waiting = waiting.subarray(4 + length)
      clamd.received += length
      if (size() > clamd.maxBytes) return answer('INSTREAM size limit exceeded. ERROR')
      if (clamd.isBreaking) return void socket.destroy()
    }
    if (clamd.isPaused) socket.pause()
  })
}
