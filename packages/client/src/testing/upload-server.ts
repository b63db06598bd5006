/** A small server with the contract's upload calls: keeps parts in memory, checks them, and misbehaves on demand. */
import { randomUUID } from 'node:crypto'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { crc32 } from 'node:zlib'
import { type ErrorCode, errorCatalogue } from '@sampan/contract/errors'
import type { UploadPlan } from '@sampan/contract/routes/uploads'
import { packFiles } from '@sampan/contract/rules/packing'
import { type Connection, firstPartBytes } from '@sampan/contract/rules/part-size'
import { bytesIn, intersect, type Range, union } from '../upload/ranges.ts'

export type SentPart = {
  blob: number
  from: number
  to: number
  ticket: string
  headers: IncomingMessage['headers']
  parallel: number
}
/** lost: stored, but the answer never arrives. */
export type Misdeed = ErrorCode | 'damage' | 'break' | 'stall' | 'lost' | null
export type Behaviour = {
  onPart?: (part: SentPart, count: number) => Misdeed
  onTicket?: (count: number) => ErrorCode | null
  onRead?: (count: number) => ErrorCode | null
  /** Nobody answers this request: the connection ends. */
  isAway?: (url: string) => boolean
  /** Told with every refusal. */
  retryAfterSeconds?: number
}
type Stored = { bytes: Uint8Array; attempts: Range[] }

const codeOf = (word: Misdeed): ErrorCode | null => (word && word in errorCatalogue ? (word as ErrorCode) : null)

async function bodyOf(request: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(chunk as Buffer)
  return Buffer.concat(chunks)
}

function planFor(files: { path: string; size: number }[], connection?: Connection): UploadPlan {
  const { places, blobBytes } = packFiles(files.map(({ size }) => size))
  const blobs = blobBytes.map((size) => {
    return { blobId: randomUUID(), size, partSize: firstPartBytes(size, connection), minPartSize: 0, via: 'app' as const }
  })
  const planned = files.map(({ path, size }, index) => {
    const place = places[index]
    return {
      fileId: randomUUID(),
      path,
      itemPath: path,
      size,
      blobId: place ? blobs[place.blob]!.blobId : null,
      offset: place?.offset ?? 0,
    }
  })
  return { uploadId: randomUUID(), slug: 'abcdefg', expiresAt: new Date(0).toISOString(), parallel: 4, blobs, files: planned }
}

export type UploadServer = Awaited<ReturnType<typeof startUploadServer>>

export async function startUploadServer(behaviour: Behaviour = {}) {
  const sent: SentPart[] = []
  const created: { files: { path: string; size: number }[]; connection?: Connection; sender?: string }[] = []
  const stored: Stored[] = []
  const valid = new Set<string>()
  const seen: { method: string; url: string; headers: IncomingMessage['headers'] }[] = []
  let plan: UploadPlan | null = null
  let state: 'open' | 'complete' = 'open'
  let tickets = 0
  let reads = 0
  let parallel = 0

  const answer = (reply: ServerResponse, status: number, value?: unknown) => {
    reply.writeHead(status, { 'content-type': 'application/json', 'x-request-id': `r${seen.length}` })
    reply.end(value === undefined ? undefined : JSON.stringify(value))
  }
  const refuse = (reply: ServerResponse, code: ErrorCode, details?: object) =>
    answer(reply, errorCatalogue[code].status, {
      error: { code, message: '', requestId: `r${seen.length}`, details, retryAfterSeconds: behaviour.retryAfterSeconds },
    })

  function giveTicket(reply: ServerResponse) {
    tickets++
    const code = behaviour.onTicket?.(tickets)
    if (code) return refuse(reply, code)
    valid.add(`ticket${tickets}`)
    const keys = { AccessKeyId: 'key-id', AccessKeySecret: 'key-secret', Expiration: new Date(0).toISOString() }
    answer(reply, 200, { ...keys, SecurityToken: `ticket${tickets}` })
  }

  function store(part: SentPart, bytes: Buffer, crc: string | undefined, reply: ServerResponse) {
    const blob = stored[part.blob]!
    if (crc32(bytes).toString(16).padStart(8, '0') !== crc) return refuse(reply, 'partDamaged')
    const clashes = blob.attempts.filter(([from, to]) => from < part.to && to > part.from)
    const isSame = clashes.length === 1 && clashes[0]![0] === part.from && clashes[0]![1] === part.to
    if (clashes.length > 0 && !isSame) return refuse(reply, 'partOverlaps', { ranges: union(blob.attempts) })
    blob.bytes.set(bytes, part.from)
    if (!isSame) blob.attempts.push([part.from, part.to])
    answer(reply, 204)
  }

  async function receive(request: IncomingMessage, reply: ServerResponse, url: URL, ticket: string) {
    const blob = plan!.blobs.findIndex(({ blobId }) => url.pathname.endsWith(blobId))
    const from = Number(url.searchParams.get('offset'))
    const to = from + Number(request.headers['content-length'])
    const part: SentPart = { blob, from, to, ticket, headers: request.headers, parallel: ++parallel }
    const count = sent.push(part)
    const misdeed = behaviour.onPart?.(part, count) ?? null
    if (misdeed === 'break') request.socket.destroy()
    const bytes = await bodyOf(request).finally(() => parallel--)
    const code = codeOf(misdeed)
    if (misdeed === 'stall') return
    if (code) return refuse(reply, code)
    if (misdeed === 'damage') bytes[0]! ^= 1
    if (misdeed === 'lost') {
      store(part, bytes, request.headers['x-part-crc32'] as string, { writeHead() {}, end() {} } as unknown as ServerResponse)
      return void request.socket.destroy()
    }
    store(part, bytes, request.headers['x-part-crc32'] as string, reply)
  }

  async function handle(request: IncomingMessage, reply: ServerResponse) {
    const url = new URL(request.url!, 'http://127.0.0.1')
    seen.push({ method: request.method!, url: request.url!, headers: request.headers })
    if (behaviour.isAway?.(request.url!)) return void request.socket.destroy()
    if (url.pathname === '/stsAuth') return giveTicket(reply)
    const ticket = request.headers.authorization?.replace('Bearer ', '') ?? ''
    if (!valid.has(ticket)) return bodyOf(request).then(() => refuse(reply, 'ticketInvalid'))
    if (request.method === 'PUT') return receive(request, reply, url, ticket)
    if (request.method === 'POST') {
      const wish = JSON.parse(String(await bodyOf(request)))
      created.push(wish)
      plan = planFor(wish.files, wish.connection)
      stored.length = 0
      for (const { size } of plan.blobs) stored.push({ bytes: new Uint8Array(size), attempts: [] })
      return answer(reply, 201, plan)
    }
    const readCode = behaviour.onRead?.(++reads)
    if (readCode) return refuse(reply, readCode)
    if (!plan || !url.pathname.endsWith(plan.uploadId)) return refuse(reply, 'uploadNotFound')
    const received = plan!.blobs.map(({ blobId }, blob) => ({ blobId, ranges: union(stored[blob]!.attempts) }))
    answer(reply, 200, { ...plan, state, received })
  }

  const server = createServer((request, reply) => void handle(request, reply).catch(() => reply.destroy()))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    sent,
    seen,
    created,
    behaviour,
    /** From now on a ticket given before is unknown. */
    revoke: (ticket: string) => valid.delete(ticket),
    complete: () => {
      state = 'complete'
    },
    ticketCount: () => tickets,
    /** Forgets parts that it had acknowledged, as after a loss of power. */
    lose: (isLost: (range: Range) => boolean) => {
      for (const blob of stored) blob.attempts = blob.attempts.filter((range) => !isLost(range))
    },
    planned: () => plan?.uploadId,
    /** The upload is unknown from now on. */
    expire: () => {
      plan = null
    },
    /** Are these the bytes that count for a file? */
    has(path: string, bytes: Uint8Array): boolean {
      const file = plan?.files.find((planned) => planned.path === path)
      if (!file?.blobId) return file !== undefined && bytes.length === 0
      const blob = plan!.blobs.findIndex(({ blobId }) => blobId === file.blobId)
      const range: Range = [file.offset, file.offset + file.size]
      const isCovered = bytesIn(intersect([range], union(stored[blob]!.attempts))) === file.size
      return isCovered && Buffer.compare(stored[blob]!.bytes.subarray(...range), bytes) === 0
    },
    close: () => {
      server.closeAllConnections()
      server.close()
    },
  }
}
