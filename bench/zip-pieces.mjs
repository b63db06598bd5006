/** A zip as pieces that a later answer can be checked against: its files are content, what stands between them is kept. */
import { Connection, exchange } from './connection.mjs'
import { checkContent } from './content.mjs'

const localHeader = 0x04034b50
const localHeaderBytes = 30

async function download(port, path) {
  const connection = new Connection(port)
  const chunks = []
  const answer = await exchange(
    connection,
    { path },
    { expect: { status: 200 }, take: (bytes) => chunks.push(Buffer.from(bytes)) },
  )
  connection.close()
  return Buffer.concat(chunks, answer.length)
}

const literal = (bytes) => ({ length: bytes.length, text: bytes.toString('base64') })

/** Reads it whole, once, by its own headers; every byte of every file is compared with what was sent. `files` is the plan's list. */
export async function readZip(port, path, files) {
  const zip = await download(port, path)
  const pieces = []
  let at = 0
  for (const { size, offset } of files) {
    if (zip.readUInt32LE(at) !== localHeader) throw new Error(`No header of a file at ${at}`)
    const start = at + localHeaderBytes + zip.readUInt16LE(at + 26) + zip.readUInt16LE(at + 28)
    checkContent(zip.subarray(start, start + size), offset)
    pieces.push(literal(zip.subarray(at, start)), { length: size, from: offset })
    at = start + size
  }
  return [...pieces, literal(zip.subarray(at))]
}

/** Milliseconds from the request to the first byte of the archive. */
export async function firstByteMs(port, path) {
  const connection = new Connection(port)
  const begin = performance.now()
  const ms = await new Promise((resolve, reject) => {
    exchange(connection, { path }, { expect: { status: 200 }, take: () => resolve(performance.now() - begin) }).catch(reject)
  })
  connection.close()
  return ms
}
