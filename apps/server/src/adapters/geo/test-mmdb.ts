/** Writes small MaxMind DB files for tests: a binary tree over the bits of addresses, with a record for each network. */
import { writeFileSync } from 'node:fs'
import ipaddr from 'ipaddr.js'

type Value = string | number | bigint | { [key: string]: Value }
type Networks = Record<string, Value>
/** A branch, the record's offset in the data section, or nothing. */
type Slot = { branch: Node } | { offset: number } | null
type Node = [Slot, Slot]

const types = { string: 2, uint32: 6, map: 7, uint64: 9 } as const
const bytesPerRecord = 3

/** Types above 7 stand in a byte of their own; lengths above 28 too. */
function control(type: number, length: number): Buffer {
  const [size, more] = length < 29 ? [length, []] : [29, [length - 29]]
  return Buffer.from(type > 7 ? [size, type - 7, ...more] : [(type << 5) | size, ...more])
}

function encode(value: Value): Buffer {
  if (typeof value === 'string') return Buffer.concat([control(types.string, Buffer.byteLength(value)), Buffer.from(value)])
  if (typeof value === 'bigint')
    return Buffer.concat([control(types.uint64, 8), Buffer.from(value.toString(16).padStart(16, '0'), 'hex')])
  if (typeof value === 'number')
    return Buffer.concat([control(types.uint32, 4), Buffer.from(value.toString(16).padStart(8, '0'), 'hex')])
  const entries = Object.entries(value)
  return Buffer.concat([control(types.map, entries.length), ...entries.flatMap((entry) => entry.map(encode))])
}

function bitsOf(network: string, ipVersion: 4 | 6): number[] {
  const [address, length] = ipaddr.parseCIDR(network)
  const bits = address.toByteArray().flatMap((byte) => Array.from({ length: 8 }, (_, at) => (byte >> (7 - at)) & 1))
  // IPv4 lies under 96 zeros in a tree of IPv6.
  const before = ipVersion === 6 && address.kind() === 'ipv4' ? 96 : 0
  return [...Array<number>(before).fill(0), ...bits.slice(0, length)]
}

function put(root: Node, bits: readonly number[], offset: number): void {
  let node = root
  for (const bit of bits.slice(0, -1)) {
    const slot = node[bit]
    const branch: Node = slot && 'branch' in slot ? slot.branch : [null, null]
    node[bit] = { branch }
    node = branch
  }
  node[bits.at(-1)!] = { offset }
}

/** Branches are numbered as they are met; data lie behind all of them. */
function encodeTree(root: Node): { tree: Buffer; nodeCount: number } {
  const nodes = [root]
  for (const node of nodes) for (const slot of node) if (slot && 'branch' in slot) nodes.push(slot.branch)
  const records = nodes.flat().map((slot) => {
    if (!slot) return nodes.length
    return 'branch' in slot ? nodes.indexOf(slot.branch) : nodes.length + 16 + slot.offset
  })
  const tree = Buffer.alloc(records.length * bytesPerRecord)
  for (const [at, record] of records.entries()) tree.writeUIntBE(record, at * bytesPerRecord, bytesPerRecord)
  return { tree, nodeCount: nodes.length }
}

/** Networks must not contain each other. */
export function writeMmdb(path: string, ipVersion: 4 | 6, networks: Networks): string {
  const root: Node = [null, null]
  const data: Buffer[] = []
  for (const [network, record] of Object.entries(networks)) {
    put(root, bitsOf(network, ipVersion), Buffer.concat(data).length)
    data.push(encode(record))
  }
  const { tree, nodeCount } = encodeTree(root)
  const metadata = encode({
    binary_format_major_version: 2,
    binary_format_minor_version: 0,
    build_epoch: 1_790_000_000n,
    database_type: 'Test-City',
    ip_version: ipVersion,
    node_count: nodeCount,
    record_size: bytesPerRecord * 8,
  })
  writeFileSync(
    path,
    Buffer.concat([tree, Buffer.alloc(16), ...data, Buffer.from('\xab\xcd\xefMaxMind.com', 'latin1'), metadata]),
  )
  return path
}
