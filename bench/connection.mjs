/** One kept connection that costs little: a request leaves in one write, an answer is read into one buffer and never copied. */
import net from 'node:net'

const bufferBytes = 128 * 1024
const headEnd = '\r\n\r\n'
const lastChunk = '0\r\n\r\n'

/** Where an answer is sent in chunks it must be an empty one, whose end counts as its body. */
function lengthIn(head, body) {
  const [, length] = /\ncontent-length: *(\d+)/i.exec(head) ?? []
  if (length !== undefined) return Number(length)
  if (!/\ntransfer-encoding: chunked/i.test(head)) return 0
  if (body.length && !lastChunk.startsWith(body.latin1Slice())) throw new Error(`An answer without a length: ${head}`)
  return lastChunk.length
}

export class Connection {
  #socket
  #waiting = null
  #head = null
  #left = 0
  /** The beginning of a head that has not come whole. */
  #rest = Buffer.alloc(0)

  constructor(port) {
    const callback = (count, buffer) => {
      try {
        this.#read(buffer.subarray(0, count))
      } catch (error) {
        this.#fail(error)
      }
      return true
    }
    const onread = { buffer: Buffer.allocUnsafeSlow(bufferBytes), callback }
    this.#socket = net.connect({ host: '127.0.0.1', port, noDelay: true, onread })
    this.#socket.on('error', (error) => this.#fail(error))
    this.#socket.on('close', () => this.#fail(new Error('The server closed the connection')))
  }

  /** Answers {status, head, length} when all of the answer is here; `take` sees its body as it comes. */
  send(head, body, take = () => {}, isHeadOnly = false) {
    return new Promise((resolve, reject) => {
      this.#waiting = { resolve, reject, take, isHeadOnly }
      if (body) this.#socket.cork()
      this.#socket.write(head)
      if (!body) return
      this.#socket.write(body)
      this.#socket.uncork()
    })
  }

  /** For HEAD: the length is that of a body which does not come. */
  head(head) {
    return this.send(head, undefined, () => {}, true)
  }

  close() {
    this.#waiting = null
    this.#socket.destroy()
  }

  #fail(error) {
    this.#waiting?.reject(error)
    this.close()
  }

  #read(bytes) {
    if (this.#head) return this.#body(bytes)
    const all = this.#rest.length ? Buffer.concat([this.#rest, bytes]) : bytes
    const end = all.indexOf(headEnd)
    this.#rest = Buffer.alloc(0)
    if (end < 0) this.#rest = Buffer.from(all)
    else this.#begin(all.latin1Slice(0, end), all.subarray(end + headEnd.length))
  }

  #begin(head, body) {
    const status = Number(head.slice(9, 12))
    const length = lengthIn(head, body)
    this.#head = { status, head, length }
    this.#left = this.#waiting.isHeadOnly ? 0 : length
    this.#body(body)
  }

  #body(bytes) {
    if (bytes.length > this.#left) throw new Error('An answer longer than it says')
    this.#left -= bytes.length
    if (bytes.length) this.#waiting.take(bytes)
    if (this.#left > 0) return
    const [{ resolve }, answer] = [this.#waiting, this.#head]
    this.#head = null
    this.#waiting = null
    resolve(answer)
  }
}

/** The head of a request as it crosses. */
export function headOf({ method = 'GET', path, headers = {} }, length) {
  const all = { host: 'localhost', 'user-agent': 'bench', ...headers, ...(length !== undefined && { 'content-length': length }) }
  const lines = Object.entries(all).map(([name, value]) => `${name}: ${value}\r\n`)
  return Buffer.from(`${method} ${path} HTTP/1.1\r\n${lines.join('')}\r\n`)
}

const checkAnswer = (path, answer, { status, length }) => {
  if (answer.status !== status) throw new Error(`${path} answered ${answer.status}: ${answer.head}`)
  if (length !== undefined && answer.length !== length)
    throw new Error(`${path} gave ${answer.length} bytes instead of ${length}`)
}

/** Sends one and throws unless the answer is the expected one. */
export async function exchange(connection, request, { body, expect, take }) {
  const answer = await connection.send(headOf(request, body?.length), body, take)
  checkAnswer(request.path, answer, expect)
  return answer
}
