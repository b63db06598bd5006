/** A name server of our own, over UDP and TCP, that says what a test wants it to say. */
import { createSocket } from 'node:dgram'
import { createServer, type Socket } from 'node:net'
import type { DnsKind } from '../../src/adapters/dns/dns.ts'

const types = { A: 1, CNAME: 5, TXT: 16, AAAA: 28 } as const satisfies Record<DnsKind, number>
type Zone = { [name: string]: { [K in DnsKind]?: string[] } | 'silent' | 'broken' }

const nameBytes = (name: string): Buffer =>
  Buffer.concat([...name.split('.').map((label) => Buffer.from([label.length, ...Buffer.from(label)])), Buffer.from([0])])

function dataOf(kind: DnsKind, value: string): Buffer {
  if (kind === 'A') return Buffer.from(value.split('.').map(Number))
  if (kind === 'CNAME') return nameBytes(value)
  if (kind === 'AAAA')
    return Buffer.from(value.split(':').flatMap((part) => [Number.parseInt(part, 16) >> 8, Number.parseInt(part, 16) & 255]))
  const pieces = value.match(/.{1,255}/gs) ?? ['']
  return Buffer.concat(pieces.map((piece) => Buffer.from([piece.length, ...Buffer.from(piece)])))
}

function questionOf(query: Buffer): { name: string; type: number; end: number } {
  const labels: string[] = []
  let at = 12
  for (let length = query[at]!; length > 0; length = query[at]!) {
    labels.push(query.toString('latin1', at + 1, at + 1 + length))
    at += length + 1
  }
  return { name: labels.join('.').toLowerCase(), type: query.readUInt16BE(at + 1), end: at + 5 }
}

const udpBytes = 512

/** Null where nothing is answered. A name leads on as real servers tell it: with all that lies on the way. */
function answerTo(zone: Zone, query: Buffer, isTcp: boolean): Buffer | null {
  const { name, type, end } = questionOf(query)
  const found = zone[name]
  if (found === 'silent') return null
  const head = Buffer.from(query.subarray(0, end))
  const records: Buffer[] = []
  const add = (owner: string, kind: DnsKind, value: string) => {
    const data = dataOf(kind, value)
    const middle = Buffer.alloc(10)
    middle.writeUInt16BE(types[kind], 0)
    middle.writeUInt16BE(1, 2)
    middle.writeUInt32BE(60, 4)
    middle.writeUInt16BE(data.length, 8)
    records.push(nameBytes(owner), middle, data)
  }
  let count = 0
  const kind = (Object.keys(types) as DnsKind[]).find((each) => types[each] === type)
  let owner = name
  for (let hop = 0; hop < 10; hop++) {
    const zoneOf = zone[owner]
    if (typeof zoneOf !== 'object') break
    for (const value of (kind && zoneOf[kind]) ?? []) {
      add(owner, kind!, value)
      count++
    }
    const next: string | undefined = zoneOf.CNAME?.[0]
    if (kind === 'CNAME' || next === undefined) break
    add(owner, 'CNAME', next)
    count++
    owner = next
  }
  const code = found === 'broken' ? 2 : found === undefined ? 3 : 0
  head.writeUInt16BE(0x8180 | code, 2)
  head.writeUInt16BE(count, 6)
  head.writeUInt16BE(0, 8)
  head.writeUInt16BE(0, 10)
  const whole = Buffer.concat([head, ...records])
  if (isTcp || whole.length <= udpBytes) return whole
  head.writeUInt16BE(0x8380, 2)
  head.writeUInt16BE(0, 6)
  return head
}

/** `zone` may be changed while it runs. */
export async function startDnsServer(
  zone: Zone,
): Promise<{ address: string; asked: { tcp: number; udp: number }; close: () => Promise<void> }> {
  const asked = { tcp: 0, udp: 0 }
  const tcp = createServer((socket: Socket) => {
    let seen = Buffer.alloc(0)
    socket.on('error', () => undefined)
    socket.on('data', (piece) => {
      seen = Buffer.concat([seen, piece])
      if (seen.length < 2 || seen.length < seen.readUInt16BE(0) + 2) return
      asked.tcp++
      const answer = answerTo(zone, seen.subarray(2), true)
      if (!answer) return
      const length = Buffer.alloc(2)
      length.writeUInt16BE(answer.length)
      socket.end(Buffer.concat([length, answer]))
    })
  })
  await new Promise<void>((resolve) => tcp.listen(0, '127.0.0.1', resolve))
  const { port } = tcp.address() as { port: number }
  const udp = createSocket('udp4')
  udp.on('message', (query, from) => {
    asked.udp++
    const answer = answerTo(zone, query, false)
    if (answer) udp.send(answer, from.port, from.address)
  })
  await new Promise<void>((resolve) => udp.bind(port, '127.0.0.1', resolve))
  // Nobody waits for it to end.
  tcp.unref()
  udp.unref()
  return {
    address: `127.0.0.1:${port}`,
    asked,
    close: async () => {
      await new Promise<void>((resolve) => udp.close(resolve))
      await new Promise((resolve) => tcp.close(resolve))
    },
  }
}
