/** What is measured. Each workload has a run for Sampan and, where there is one, the same for the bare server; both answer what they moved. */
import { call, download, inParallel, keptConnections } from './client.mjs'
import { checkContent, contentAt, crcHex, GiB, MiB, partsOf } from './content.mjs'
import { Sender } from './sender.mjs'

const recipient = 'recipient@example.com'
const zipRecipient = 'zip-recipient@example.com'
const zipFiles = { count: 50, bytes: 20 * MiB }
const smallFiles = { count: 50, bytes: 16 * 1024, transfers: 10, senders: 4 }
const smallTotal = smallFiles.count * smallFiles.transfers * smallFiles.senders

const filesOf = ({ count, bytes }) =>
  Array.from({ length: count }, (_, index) => ({
    path: `folder/file ${index}.bin`,
    size: bytes,
    lastModified: 1_700_000_000_000,
  }))

let people = 0
const newSender = (sampan) => new Sender(sampan, `sender-${++people}@example.com`).prepare()

/** Each part's checksum is made before any clock runs, as a browser makes it beside the sending. */
export function prepareContent() {
  for (const { bytes } of partsOf(GiB)) crcHex(bytes)
}

/** An untimed look at every byte of the zip by its own headers; later downloads are compared with what this one read. */
async function readZip(port, path) {
  const chunks = []
  const length = await download(port, path, { take: (bytes) => void chunks.push(Buffer.from(bytes)) })
  const zip = Buffer.concat(chunks, length)
  for (let at = 0, file = 0; file < zipFiles.count; file++) {
    if (zip.readUInt32LE(at) !== 0x04034b50) throw new Error(`No header of file ${file} at ${at}`)
    const start = at + 30 + zip.readUInt16LE(at + 26) + zip.readUInt16LE(at + 28)
    checkContent(zip.subarray(start, start + zipFiles.bytes), 0)
    at = start + zipFiles.bytes
  }
  return zip
}

function eighths(size) {
  const step = size / 8
  return Array.from({ length: 8 }, (_, index) => ({ from: index * step, to: (index + 1) * step }))
}

/** Fails where the answer is shorter or longer than it should be. */
async function expectLength(expected, downloading) {
  const given = await downloading
  if (given !== expected) throw new Error(`${given} bytes came instead of ${expected}`)
}

const inRanges = (port, path) =>
  inParallel(8, eighths(GiB), ({ from, to }) =>
    expectLength(to - from, download(port, path, { from, to, take: (bytes, at) => checkContent(bytes, from + at) })),
  )

const whole = (port, path) => expectLength(GiB, download(port, path, { take: checkContent }))

async function putPlain(port, agent, path, offset, body) {
  const { status } = await call(agent, port, { method: 'PUT', path: `${path}?offset=${offset}`, body })
  if (status !== 204) throw new Error(`The bare server answered ${status}`)
}

export async function makeWorkloads(sampan, reference) {
  const state = { link: null, zipLink: null, zip: null }
  const upload = {
    name: 'Upload 1 GiB: 4 streams, parts of 8 MiB',
    bytes: GiB,
    prepare: () => newSender(sampan),
    sampan: async (sender) => {
      await sender.send([{ path: 'film.bin', size: GiB }], recipient)
      state.sender = sender
    },
    reference: () => {
      const agent = keptConnections(4)
      return inParallel(4, partsOf(GiB), ({ offset, bytes }) => putPlain(reference.port, agent, '/film.bin', offset, bytes))
    },
  }
  const small = {
    name: `Upload ${smallTotal} files of 16 KiB: transfers of ${smallFiles.count}, ${smallFiles.senders} at once`,
    bytes: smallTotal * smallFiles.bytes,
    files: smallTotal,
    prepare: () => Promise.all(Array.from({ length: smallFiles.senders }, () => newSender(sampan))),
    sampan: (senders) =>
      Promise.all(
        senders.map(async (sender) => {
          for (let i = 0; i < smallFiles.transfers; i++) await sender.send(filesOf(smallFiles), 'small-recipient@example.com')
        }),
      ),
    reference: () => {
      const agent = keptConnections(4)
      const names = Array.from({ length: smallTotal }, (_, index) => `/small-${index}`)
      return inParallel(4, names, (name) => putPlain(reference.port, agent, name, 0, contentAt(0, smallFiles.bytes)))
    },
  }
  const one = {
    name: 'Download 1 GiB: 1 stream',
    bytes: GiB,
    before: async () => {
      state.link = await state.sender.linkOf(recipient)
    },
    sampan: () => whole(sampan.port, state.link.file),
    reference: () => whole(reference.port, '/film.bin'),
  }
  const ranges = {
    name: 'Download 1 GiB: 8 ranges at once',
    bytes: GiB,
    sampan: () => inRanges(sampan.port, state.link.file),
    reference: () => inRanges(reference.port, '/film.bin'),
  }
  const zip = {
    name: 'Download a zip of 50 files of 20 MiB: 1 stream',
    bytes: zipFiles.count * zipFiles.bytes,
    before: async () => {
      const sender = await newSender(sampan)
      await sender.send(filesOf(zipFiles), zipRecipient)
      state.zipLink = await sender.linkOf(zipRecipient)
      state.zip = await readZip(sampan.port, state.zipLink.zip)
    },
    sampan: () => {
      const take = (bytes, at) => {
        if (bytes.compare(state.zip, at, at + bytes.length) !== 0) throw new Error(`Other bytes in the zip at ${at}`)
      }
      return expectLength(state.zip.length, download(sampan.port, state.zipLink.zip, { take }))
    },
  }
  return [upload, small, one, ranges, zip]
}
