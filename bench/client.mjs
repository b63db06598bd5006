/** A load client that costs little: uploads hand a slice to the socket, downloads read into one buffer each and copy nothing. */
import http from 'node:http'
import net from 'node:net'

const bufferBytes = 256 * 1024

/** One call over a kept connection; the answer's text is read whole. */
export function call(agent, port, { method, path, headers = {}, body }) {
  return new Promise((resolve, reject) => {
    const length = body === undefined ? {} : { 'content-length': String(body.length) }
    const request = http.request(
      { agent, host: '127.0.0.1', port, method, path, headers: { ...headers, ...length } },
      (reply) => {
        const chunks = []
        reply.on('data', (chunk) => chunks.push(chunk))
        reply.on('error', reject)
        reply.on('end', () =>
          resolve({ status: reply.statusCode, headers: reply.headers, text: Buffer.concat(chunks).toString() }),
        )
      },
    )
    request.on('error', reject)
    request.end(body)
  })
}

export const keptConnections = (most) => new http.Agent({ keepAlive: true, maxSockets: most })

function readHead(text) {
  const [first, ...lines] = text.split('\r\n')
  const headers = Object.fromEntries(
    lines.map((line) => [line.slice(0, line.indexOf(':')).toLowerCase(), line.slice(line.indexOf(':') + 2)]),
  )
  return { status: Number(first.split(' ')[1]), length: Number(headers['content-length']) }
}

/** Downloads [from, to) (everything without them); `take` sees each piece with its place in the answer. Answers the length. */
export function download(port, path, { from, to, take = () => {} } = {}) {
  const range = from === undefined ? '' : `Range: bytes=${from}-${to - 1}\r\n`
  return new Promise((resolve, reject) => {
    let head = null
    let given = 0
    const body = (bytes) => {
      take(bytes, given)
      given += bytes.length
      if (given < head.length) return
      socket.destroy()
      resolve(given)
    }
    const read = (bytes) => {
      if (head) return body(bytes)
      // The head always comes in one piece: it is far smaller than a packet of the loopback.
      const end = bytes.indexOf('\r\n\r\n')
      head = readHead(bytes.subarray(0, end).toString('latin1'))
      if (head.status !== (range ? 206 : 200)) throw new Error(`${path} answered ${head.status}`)
      if (bytes.length > end + 4) body(bytes.subarray(end + 4))
    }
    const callback = (count, buffer) => {
      try {
        read(buffer.subarray(0, count))
      } catch (error) {
        socket.destroy()
        reject(error)
      }
      return true
    }
    const socket = net.connect({ host: '127.0.0.1', port, onread: { buffer: Buffer.allocUnsafeSlow(bufferBytes), callback } })
    socket.on('error', reject)
    socket.on('close', () => reject(new Error(`${path} ended after ${given} bytes`)))
    socket.write(`GET ${path} HTTP/1.1\r\nHost: localhost:${port}\r\nUser-Agent: bench\r\n${range}Connection: close\r\n\r\n`)
  })
}

/** Works through a list with so many at once. */
export async function inParallel(count, list, work) {
  const queue = [...list]
  const worker = async () => {
    for (let next = queue.shift(); next !== undefined; next = queue.shift()) await work(next)
  }
  await Promise.all(Array.from({ length: count }, worker))
}
