/** What the machine gives to a bare node:http server: plain bytes to and from a folder, no checksum, no encryption, no database. */
import { open } from 'node:fs/promises'
import http from 'node:http'
import { join } from 'node:path'

const folder = process.argv[2]
const gatherBytes = 1024 * 1024

async function receive(request, file, position) {
  let [batch, bytes, at] = [[], 0, position]
  const write = async () => {
    if (bytes > 0) await file.writev(batch, at)
    at += bytes
    batch = []
    bytes = 0
  }
  for await (const chunk of request) {
    batch.push(chunk)
    bytes += chunk.length
    if (bytes >= gatherBytes) await write()
  }
  await write()
}

/** Two buffers: one is read into while the other leaves. */
async function send(reply, file, from, to) {
  const buffers = [Buffer.allocUnsafeSlow(gatherBytes), Buffer.allocUnsafeSlow(gatherBytes)]
  const read = (at, index) => file.read(buffers[index], 0, Math.min(gatherBytes, to - at), at)
  let ahead = read(from, 0)
  for (let at = from, index = 0; at < to; index = 1 - index) {
    const { bytesRead } = await ahead
    const left = new Promise((resolve) => reply.write(buffers[index].subarray(0, bytesRead), resolve))
    at += bytesRead
    if (at < to) ahead = read(at, 1 - index)
    await left
  }
  reply.end()
}

async function answer(request, reply) {
  const { pathname, searchParams } = new URL(request.url, 'http://localhost')
  const path = join(folder, pathname.slice(1))
  const file = await open(path, request.method === 'PUT' ? 'a' : 'r').then(async (handle) => {
    if (request.method !== 'PUT') return handle
    await handle.close()
    return open(path, 'r+')
  })
  try {
    if (request.method === 'PUT') {
      await receive(request, file, Number(searchParams.get('offset')))
      return reply.writeHead(204).end()
    }
    const { size } = await file.stat()
    const [, from, last] = /bytes=(\d+)-(\d+)/.exec(request.headers.range ?? '') ?? [null, 0, size - 1]
    reply.writeHead(request.headers.range ? 206 : 200, { 'content-length': Number(last) + 1 - Number(from) })
    await send(reply, file, Number(from), Number(last) + 1)
  } finally {
    await file.close()
  }
}

const server = http.createServer((request, reply) => {
  answer(request, reply).catch((error) => {
    process.stderr.write(`${error.stack}\n`)
    reply.destroy()
  })
})
server.listen(0, '127.0.0.1', () => process.stdout.write(`ready ${server.address().port}\n`))
