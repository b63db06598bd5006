/** A small S3 store inside the test's process: what the S3 adapter asks of one, with the refusals of Amazon's, and faults at will. Real ones are asked in the long suite. */
import { createHash } from 'node:crypto'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { crc32 } from 'node:zlib'
import { type CorsRule, corsHeaders } from './cors.ts'
import { isSigned, signatureOf } from './signature.ts'

type Stored = { bytes: Buffer; changedAt: Date }
type Upload = { key: string; initiated: Date; parts: Map<number, Buffer> }
export type Asked = { method: string; key: string; query: URLSearchParams; bytes: Buffer; headers: IncomingMessage['headers'] }
type Answer = { status: number; code?: string; body?: string; bytes?: Buffer; headers?: Record<string, string> }

export const doubleKeys = { accessKey: 'test-access', secretKey: 'test-secret' }
const minPartBytes = 5 * 1024 * 1024
const perPage = 1000

export type S3Double = Awaited<ReturnType<typeof startS3Double>>

export async function startS3Double({ bucket = 'files', region = 'us-east-1', now = () => new Date() } = {}) {
  const objects = new Map<string, Stored>()
  const uploads = new Map<string, Upload>()
  const asked: Asked[] = []
  const preflights: IncomingMessage['headers'][] = []
  const double = {
    objects,
    uploads,
    asked,
    now,
    /** Answers in its place, or lets it answer; ends the line before it does anything, before anybody hears of it, or in the middle of the answer. May change what was sent. */
    meddle: (_: Asked): Answer | 'cut' | 'half' | 'unheard' | undefined => undefined,
    /** Takes what is not as its sum says, as older stores do. */
    isBlind: false,
    /** By which rules it lets pages of other origins in: a new bucket has none. */
    cors: [] as readonly CorsRule[],
    /** What browsers have asked before they called, in the order of their questions. */
    preflights,
    /** Objects that lists do not show yet. */
    unlisted: new Set<string>(),
    settings: { endpoint: '', bucket, region, ...doubleKeys, isPathStyle: true },
    stop: () =>
      new Promise((resolve) => {
        server.close(resolve)
        server.closeAllConnections()
      }),
  }
  const server = createServer(async (request, response) => {
    const url = new URL(request.url!, 'http://s3')
    const chunks: Buffer[] = []
    try {
      for await (const chunk of request) chunks.push(chunk as Buffer)
    } catch {
      return
    }
    const [, wanted = '', ...names] = decodeURIComponent(url.pathname).split('/')
    const { method = '', headers } = request
    const cors = corsHeaders(double.cors, method, headers)
    if (method === 'OPTIONS') {
      preflights.push(headers)
      return send(
        response,
        double.now(),
        method,
        cors ? { status: 200, headers: cors } : { status: 403, code: 'AccessForbidden' },
        false,
      )
    }
    const one: Asked = { method, key: names.join('/'), query: url.searchParams, bytes: Buffer.concat(chunks), headers }
    asked.push(one)
    const meddled = double.meddle(one)
    if (meddled === 'cut') return request.socket.destroy()
    const given = typeof meddled === 'string' ? undefined : meddled
    const done = given ?? refused(request, one, wanted) ?? answer(one)
    if (meddled === 'unheard') return request.socket.destroy()
    send(response, double.now(), method, { ...done, headers: { ...cors, ...done.headers } }, meddled === 'half')
  })
  server.listen(0, '127.0.0.1')
  await new Promise((resolve) => server.once('listening', resolve))
  double.settings.endpoint = `http://127.0.0.1:${(server.address() as AddressInfo).port}`

  function refused({ method, url, headers }: IncomingMessage, { bytes }: Asked, wanted: string): Answer | undefined {
    const { accessKey, day, scope, madeAt, validMs } = signatureOf(url!, headers)
    if (accessKey !== doubleKeys.accessKey) return { status: 403, code: 'InvalidAccessKeyId' }
    if (scope !== region) return { status: 400, code: 'AuthorizationHeaderMalformed', headers: { 'x-amz-bucket-region': region } }
    if (!isSigned({ method: method!, url: url!, headers, day: day!, region, secretKey: doubleKeys.secretKey }))
      return { status: 403, code: 'SignatureDoesNotMatch' }
    const ageMs = double.now().getTime() - madeAt
    if (validMs !== null && ageMs > validMs) return { status: 403, code: 'AccessDenied' }
    if (validMs === null && Math.abs(ageMs) > 900_000) return { status: 403, code: 'RequestTimeTooSkewed' }
    if (wanted !== bucket) return { status: 404, code: 'NoSuchBucket' }
    const sha256 = createHash('sha256').update(bytes).digest('hex')
    if (validMs === null && headers['x-amz-content-sha256'] !== sha256) return { status: 400, code: 'XAmzContentSHA256Mismatch' }
    const sum = headers['x-amz-checksum-crc32']
    if (!double.isBlind && sum !== undefined && sum !== crcOf(bytes)) return { status: 400, code: 'BadDigest' }
    return undefined
  }

  function answer({ method, key, query, bytes, headers }: Asked): Answer {
    const upload = uploads.get(query.get('uploadId') ?? '')
    if (query.has('uploadId') && !upload) return { status: 404, code: 'NoSuchUpload' }
    if (method === 'GET' && key === '') return query.has('uploads') ? listUploads(query) : list(query)
    if (method === 'POST' && query.has('delete')) return removeMany(bytes)
    if (method === 'POST' && query.has('uploads')) return begin(key)
    if (method === 'POST' && upload) return complete(query.get('uploadId')!, upload, bytes)
    if (method === 'DELETE' && upload) return uploads.delete(query.get('uploadId')!) ? { status: 204 } : { status: 404 }
    if (method === 'PUT' && upload) return putPart(upload, Number(query.get('partNumber')), bytes, headers['x-amz-copy-source'])
    if (method === 'PUT' && headers['if-none-match'] === '*' && objects.has(key))
      return { status: 412, code: 'PreconditionFailed' }
    if (method === 'PUT') {
      objects.set(key, { bytes, changedAt: double.now() })
      return { status: 200, headers: { etag: etagOf(bytes) } }
    }
    const found = objects.get(key)
    if (method === 'DELETE') objects.delete(key)
    if (method === 'DELETE') return { status: 204 }
    if (!found) return { status: 404, code: 'NoSuchKey' }
    const summed: Record<string, string> = headers['x-amz-checksum-mode'] ? { 'x-amz-checksum-crc32': crcOf(found.bytes) } : {}
    const given = give(found.bytes, headers.range)
    return { ...given, headers: { ...summed, ...given.headers } }
  }

  function give(bytes: Buffer, range: string | undefined): Answer {
    const [, from, to] = /^bytes=(\d+)-(\d+)$/.exec(range ?? '') ?? []
    if (from === undefined) return { status: 200, bytes }
    if (Number(from) >= bytes.length) return { status: 416, code: 'InvalidRange' }
    const part = bytes.subarray(Number(from), Number(to) + 1)
    const headers = { 'content-range': `bytes ${from}-${Number(from) + part.length - 1}/${bytes.length}` }
    return { status: 206, bytes: part, headers }
  }

  function list(query: URLSearchParams): Answer {
    const [prefix, after] = [query.get('prefix') ?? '', query.get('continuation-token') ?? '']
    const max = Number(query.get('max-keys') ?? perPage)
    const keys = [...objects.keys()].filter((key) => key.startsWith(prefix) && key > after && !double.unlisted.has(key)).sort()
    const entry = (key: string) => {
      const { bytes, changedAt } = objects.get(key)!
      return `<Contents><Key>${key}</Key><Size>${bytes.length}</Size><LastModified>${changedAt.toISOString()}</LastModified></Contents>`
    }
    const isTruncated = keys.length > max
    const next = isTruncated ? `<NextContinuationToken>${keys[max - 1]}</NextContinuationToken>` : ''
    const entries = keys.slice(0, max).map(entry).join('')
    return xml('ListBucketResult', `<IsTruncated>${isTruncated}</IsTruncated>${next}${entries}`)
  }

  function listUploads(query: URLSearchParams): Answer {
    const found = [...uploads].filter(([, { key }]) => key.startsWith(query.get('prefix') ?? ''))
    const entries = found.map(
      ([id, { key, initiated }]) =>
        `<Upload><Key>${key}</Key><UploadId>${id}</UploadId><Initiated>${initiated.toISOString()}</Initiated></Upload>`,
    )
    return xml('ListMultipartUploadsResult', `<IsTruncated>false</IsTruncated>${entries.join('')}`)
  }

  function removeMany(bytes: Buffer): Answer {
    for (const [, key] of bytes.toString().matchAll(/<Key>([^<]*)<\/Key>/g)) objects.delete(key!)
    return xml('DeleteResult', '')
  }

  function begin(key: string): Answer {
    const id = `upload-${uploads.size}-${asked.length}`
    uploads.set(id, { key, initiated: double.now(), parts: new Map() })
    return xml('InitiateMultipartUploadResult', `<UploadId>${id}</UploadId>`)
  }

  function putPart({ parts }: Upload, number: number, bytes: Buffer, source: string | string[] | undefined): Answer {
    if (source === undefined) {
      parts.set(number, bytes)
      return { status: 200, headers: { etag: etagOf(bytes) } }
    }
    const from = objects.get(decodeURIComponent(String(source)).replace(`${bucket}/`, ''))
    if (!from) return { status: 404, code: 'NoSuchKey' }
    parts.set(number, from.bytes)
    return xml('CopyPartResult', `<ETag>${etagOf(from.bytes)}</ETag><ChecksumCRC32>${crcOf(from.bytes)}</ChecksumCRC32>`)
  }

  function complete(id: string, { key, parts }: Upload, bytes: Buffer): Answer {
    const named = [...bytes.toString().matchAll(/<Part>(.*?)<\/Part>/gs)].map(([, part]) => ({
      number: Number(/<PartNumber>(\d+)</.exec(part!)?.[1]),
      sum: /<ChecksumCRC32>([^<]+)</.exec(part!)?.[1],
    }))
    const chosen = named.map(({ number }) => parts.get(number))
    if (chosen.some((part, index) => !part || named[index]!.sum !== crcOf(part))) return { status: 400, code: 'InvalidPart' }
    if (chosen.slice(0, -1).some((part) => part!.length < minPartBytes)) return { status: 400, code: 'EntityTooSmall' }
    objects.set(key, { bytes: Buffer.concat(chosen as Buffer[]), changedAt: double.now() })
    uploads.delete(id)
    return xml('CompleteMultipartUploadResult', `<Key>${key}</Key>`)
  }

  return double
}

const crcOf = (bytes: Buffer): string => {
  const sum = Buffer.alloc(4)
  sum.writeUInt32BE(crc32(bytes))
  return sum.toString('base64')
}
const etagOf = (bytes: Buffer): string => `"${createHash('md5').update(bytes).digest('hex')}"`
const xml = (name: string, inner: string): Answer => ({
  status: 200,
  body: `<?xml version="1.0" encoding="UTF-8"?><${name}>${inner}</${name}>`,
})

function send(response: ServerResponse, now: Date, method: string, given: Answer, isBroken: boolean): void {
  const { status, code, body, bytes, headers } = given
  const error = code && `<?xml version="1.0" encoding="UTF-8"?><Error><Code>${code}</Code><Message>${code}</Message></Error>`
  const content = bytes ?? Buffer.from(body ?? error ?? '')
  response.sendDate = false
  response.writeHead(status, { date: now.toUTCString(), 'content-length': content.length, ...headers })
  if (isBroken) response.write(content.subarray(0, content.length / 2), () => response.destroy())
  else response.end(method === 'HEAD' ? undefined : content)
}
