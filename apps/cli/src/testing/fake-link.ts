/** A link of the test's own words: its files, what it says of them, and what it refuses. */
import type { IncomingMessage } from 'node:http'
import { crc32 } from 'node:zlib'
import type { Arrival, PublicFile } from '@sampan/contract/routes/downloads'
import type { LinkState } from '@sampan/contract/states'
import { type Answer, type Answers, fakeServer, refused } from './fake-server.ts'

export type FakeFile = {
  path: string
  bytes: Buffer
  /** What the view says of it besides. */
  shown?: Partial<PublicFile>
  /** What its door answers, also as a part of a zip. */
  refusal?: [status: number, code: string]
  /** Found only by reading it: a zip breaks off before it. */
  isUnreadable?: boolean
  /** What comes in its place within a zip. */
  inZip?: Buffer
}
type FakeLink = {
  files: FakeFile[]
  state: LinkState
  /** So many files or zips may be read to their end. */
  downloadsLeft: number | null
  /** Zips break off at this byte, and the server is away from then on. */
  cutAt: number | null
  /** What follows the files of a zip cannot be read. */
  isTailUnreadable: boolean
  /** Bytes that have come of each; all where it is null. */
  received: number[] | null
  /** Called with each look at what arrives. */
  onLook: (looks: number) => void
}

const slug = 'Ab3dE6g'
const idOf = (place: number): string => `00000000-0000-4000-8000-${String(place).padStart(12, '0')}`

const directoryBytes = 22
export function zipOf(files: readonly FakeFile[]): Buffer {
  const entries = files.flatMap(({ path, bytes, inZip = bytes }) => {
    const [name, header] = [Buffer.from(path), Buffer.alloc(30)]
    header.writeUInt32LE(0x04034b50, 0)
    header.writeUInt32LE(crc32(bytes), 14)
    header.writeUInt32LE(bytes.length, 18)
    header.writeUInt32LE(bytes.length, 22)
    header.writeUInt16LE(name.length, 26)
    return [header, name, inZip]
  })
  return Buffer.concat([...entries, Buffer.alloc(directoryBytes, 'directory')])
}

function ranged(bytes: Buffer, etag: string, { headers }: IncomingMessage): Answer {
  const isOther = headers['if-range'] !== undefined && headers['if-range'] !== etag
  if (isOther || headers.range === undefined) return { bytes, headers: { etag } }
  const [, from = 0, to = bytes.length - 1] = (/^bytes=(\d+)-(\d+)?$/.exec(headers.range) ?? []).map((word) =>
    word === undefined ? undefined : Number(word),
  )
  const range = `bytes ${from}-${to}/${bytes.length}`
  return { status: 206, bytes: bytes.subarray(Number(from), Number(to) + 1), headers: { etag, 'content-range': range } }
}

const refusalIn = (files: readonly FakeFile[]): Answer | null => {
  const found = files.find(({ refusal }) => refusal)?.refusal
  return found ? refused(...found) : null
}

/** Where a zip breaks off. */
function unreadableAt(files: readonly FakeFile[], isTailUnreadable: boolean): number | null {
  const place = files.findIndex(({ isUnreadable }) => isUnreadable)
  if (place === -1 && !isTailUnreadable) return null
  return zipOf(place === -1 ? files : files.slice(0, place)).length - directoryBytes
}

/** What is asked for is looked up in `link` each time: a test may change it meanwhile. */
export async function fakeLink(link: Partial<FakeLink> & Pick<FakeLink, 'files'>) {
  const now: FakeLink = {
    state: 'open',
    downloadsLeft: null,
    cutAt: null,
    isTailUnreadable: false,
    received: null,
    onLook: () => {},
    ...link,
  }
  const selections: string[][] = []
  const zipFrom: number[] = []
  /** What was read to its end: a file or a zip each. */
  const counted = new Set<string>()
  const isUsedUp = () => now.downloadsLeft !== null && counted.size >= now.downloadsLeft
  function counting(name: string, whole: Buffer, etag: string, request: IncomingMessage): Answer {
    if (isUsedUp()) return refused(403, 'downloadLimitReached')
    if (request.method === 'HEAD') return {}
    const answer = ranged(whole, etag, request)
    if (now.cutAt !== null) return { ...answer, breaksOffAt: now.cutAt }
    counted.add(name)
    return answer
  }
  let looks = 0
  const base = `/api/transfers/${slug}`
  const arrival = (): Arrival => {
    const received = now.received ?? now.files.map(({ bytes }) => bytes.length)
    return { received, receivedBytes: received.reduce((sum, bytes) => sum + bytes, 0), silentSeconds: 0, secondsLeft: null }
  }
  const view = () => ({
    ...{
      state: isUsedUp() ? 'limitReached' : now.state,
      slug,
      sender: null,
      message: '',
      expiresAt: null,
      dl: 'dl',
      recipient: null,
      notifiesSender: false,
    },
    files: now.files.map(({ path, bytes, shown }, place) => ({
      ...{ fileId: idOf(place), path, size: bytes.length, lastModified: null },
      ...(now.state === 'open' && { crc32: crc32(bytes) }),
      ...shown,
    })),
    totalBytes: now.files.reduce((sum, { bytes }) => sum + bytes.length, 0),
    fileCount: now.files.length,
    downloadsLeft: now.downloadsLeft === null ? null : now.downloadsLeft - counted.size,
    ...(now.state === 'uploading' && { arrival: arrival() }),
  })
  function zip(_: string, request: IncomingMessage): Answer {
    const selection = new URL(request.url!, 'http://127.0.0.1').searchParams.get('selection')
    const chosen = selections[Number(selection)]
    if (!chosen) return refused(404, 'selectionUnknown')
    if (request.method === 'GET') zipFrom.push(Number(/\d+/.exec(request.headers.range!)))
    const files = now.files.filter((_, place) => chosen.includes(idOf(place)))
    if (now.cutAt !== null && request.headers.range !== 'bytes=0-') return refused(503, 'unavailable')
    const [etag, brokenAt] = [`"z${chosen.join()}"`, request.method === 'GET' ? unreadableAt(files, now.isTailUnreadable) : null]
    if (brokenAt !== null) {
      const from = Number(/\d+/.exec(request.headers.range!))
      if (from >= brokenAt) return refused(500, 'fileUnreadable')
      return { ...ranged(zipOf(files), etag, request), breaksOffAt: brokenAt - from }
    }
    return refusalIn(files) ?? counting(`zip ${selection}`, zipOf(files), etag, request)
  }
  const answers: Answers = {
    [`GET ${base}`]: () => ({ body: view() }),
    [`GET ${base}/arrival`]: () => {
      now.onLook(++looks)
      return { body: { state: now.state, ...(now.state === 'uploading' && { arrival: arrival() }) } }
    },
    [`POST ${base}/selections`]: (body) => {
      selections.push(JSON.parse(body).fileIds)
      return { body: { selection: String(selections.length - 1) } }
    },
    [`GET ${base}/zip`]: zip,
    [`HEAD ${base}/zip`]: zip,
  }
  for (const place of now.files.keys()) {
    answers[`GET ${base}/files/${idOf(place)}`] = (_, request) => {
      const file = now.files[place]!
      return (
        refusalIn([file]) ?? counting(`file ${place}`, file.bytes, `"f${idOf(place)}-${crc32(file.bytes).toString(36)}"`, request)
      )
    }
  }
  const { url, asked } = await fakeServer(answers)
  return {
    now,
    link: `${url}/w/${slug}`,
    selections,
    /** The first byte of each request for a zip. */
    zipFrom,
    counted,
    looks: () => asked.filter((name) => name === `GET ${base}`).length,
    /** The places of the files that were asked for alone, each as often as it was. */
    alone: () => asked.flatMap((name) => (name.includes('/files/') ? [Number(name.slice(-12))] : [])),
  }
}
