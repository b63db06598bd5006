/** What DNS has of a host, held against what is wanted there (B2). */
import { createHmac } from 'node:crypto'
import { isIP } from 'node:net'
import type { DnsRecord } from '@sampan/contract/routes/domains'
import type { Dns, DnsAnswer } from '../../adapters/dns/dns.ts'

/** A name may lead to another, and that on. */
const maxHops = 8

const nameOf = (text: string): string => text.toLowerCase().replace(/\.$/, '')

/** Stands in DNS beside the host, and proves that whoever wants it may: of this owner and this host alone. */
export const proofOf = (secret: Buffer, ownerId: string, host: string): string =>
  `sampan=${createHmac('sha256', secret).update(`link-domain ${ownerId} ${host}`).digest('base64url').slice(0, 32)}`

export const proofName = (host: string): string => `_sampan.${host}`

/** Where the names that begin at a host lead to in the end; null where nobody answers. */
async function followNames(dns: Dns, host: string): Promise<{ first: string | null; names: Set<string> } | null> {
  const names = new Set<string>()
  let first: string | null = null
  let name = host
  for (let hop = 0; hop < maxHops; hop++) {
    const answer = await dns.ask('CNAME', name)
    if (answer === null) return null
    const [next] = answer.values
    if (next === undefined || names.has(nameOf(next))) break
    name = nameOf(next)
    first ??= name
    names.add(name)
  }
  return { first, names }
}

type Addresses = { A: DnsAnswer; AAAA: DnsAnswer }
const addressesOf = async (dns: Dns, name: string): Promise<Addresses> => {
  // An installation that is known by its address alone.
  if (isIP(name)) return { A: { values: isIP(name) === 4 ? [name] : [] }, AAAA: { values: isIP(name) === 6 ? [name] : [] } }
  const [A, AAAA] = await Promise.all([dns.ask('A', name), dns.ask('AAAA', name)])
  return { A, AAAA }
}
const valuesOf = (answer: DnsAnswer): readonly string[] => answer?.values ?? []

async function checkProof(dns: Dns, host: string, wanted: string): Promise<DnsRecord> {
  const name = proofName(host)
  const answer = await dns.ask('TXT', name)
  const found = valuesOf(answer)
  const state = answer === null ? 'unknown' : found.includes(wanted) ? 'right' : found.length === 0 ? 'missing' : 'other'
  return { kind: 'TXT', name, value: wanted, state, found: state === 'other' ? [...found].slice(0, 5) : [] }
}

const byAddress = (
  kind: 'A' | 'AAAA',
  name: string,
  value: string,
  state: DnsRecord['state'],
  found: readonly string[],
): DnsRecord => ({
  kind,
  name,
  value,
  state,
  found: state === 'other' ? [...found].slice(0, 5) : [],
})

/** Either a name that leads to ours, or our own addresses and no others. */
async function checkWay(dns: Dns, host: string, base: string): Promise<DnsRecord[]> {
  const cname = (state: DnsRecord['state'], found: string[] = []): DnsRecord => ({
    kind: 'CNAME',
    name: host,
    value: base,
    state,
    found,
  })
  const way = await followNames(dns, host)
  if (way?.names.has(base)) return [cname('right')]
  const [theirs, ours] = await Promise.all([addressesOf(dns, host), addressesOf(dns, base)])
  const kinds = (['A', 'AAAA'] as const).filter((kind) => valuesOf(ours[kind]).length > 0)
  const there = [...valuesOf(theirs.A), ...valuesOf(theirs.AAAA)]
  const own = new Set([...valuesOf(ours.A), ...valuesOf(ours.AAAA)])
  const isSame = there.length > 0 && there.every((address) => own.has(address))
  const isUnknown = way === null || theirs.A === null || theirs.AAAA === null || kinds.length === 0
  const addresses = kinds.flatMap((kind) =>
    valuesOf(ours[kind]).map((address) => {
      const found = valuesOf(theirs[kind])
      const state = isUnknown && !isSame ? 'unknown' : found.includes(address) ? 'right' : found.length > 0 ? 'other' : 'missing'
      return byAddress(
        kind,
        host,
        address,
        state,
        found.filter((each) => !own.has(each)),
      )
    }),
  )
  if (isSame) return addresses.filter(({ state }) => state === 'right')
  if (isIP(base)) return addresses
  if (isUnknown) return [cname('unknown'), ...addresses]
  if (way.first !== null) return [cname('other', [way.first]), ...addresses]
  return [cname(there.length > 0 ? 'other' : 'missing', there), ...addresses]
}

/** `null`: nobody knows, as name servers did not answer; what was true stays true until they do. */
export type Checked = { records: DnsRecord[]; isRight: boolean | null }

const isKnown = (records: readonly DnsRecord[]): boolean => records.every(({ state }) => state !== 'unknown')
const isGood = (records: readonly DnsRecord[]): boolean => records.every(({ state }) => state === 'right')

/** `proof`: null where the host is one of the installation's own. */
export async function checkDns(dns: Dns, host: string, base: string, proof: string | null): Promise<Checked> {
  const [txt, way] = await Promise.all([
    proof === null ? [] : checkProof(dns, host, proof).then((one) => [one]),
    checkWay(dns, host, base),
  ])
  const records = [...txt, ...way]
  return { records, isRight: isGood(records) ? true : isKnown(records) ? false : null }
}
