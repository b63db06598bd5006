/**
 * Leads to addresses of the public Internet and to no other (R33): every address that a name resolves to is looked at when the connection
 * is made, so that no second answer of the name server can lead elsewhere.
 */
import { lookup as systemLookup } from 'node:dns'
import { isIP, type LookupFunction } from 'node:net'
import ipaddr from 'ipaddr.js'

export class NotPublic extends Error {
  override name = 'NotPublic'
}

/** Unicast of the open Internet; IPv6 that carries an IPv4 address counts as that one. */
export const isPublicAddress = (address: string): boolean =>
  ipaddr.isValid(address) && ipaddr.process(address).range() === 'unicast'

export type Guard = { isAllowed?: (address: string) => boolean; lookup?: typeof systemLookup }

export const guardedLookup =
  ({ isAllowed = isPublicAddress, lookup = systemLookup }: Guard): LookupFunction =>
  (name, options, callback) =>
    lookup(name, { ...options, all: true }, (error, addresses) => {
      if (error) return callback(error, '')
      const refused = addresses.find(({ address }) => !isAllowed(address))
      if (refused || addresses.length === 0) return callback(new NotPublic(name), '')
      if (options.all) return callback(null, addresses)
      return callback(null, addresses[0]!.address, addresses[0]!.family)
    })

/** An address in figures is resolved by nobody; the URL parser has put every way of writing one into the usual form. */
export function isPrivateFigures({ hostname }: URL, { isAllowed = isPublicAddress }: Guard = {}): boolean {
  const host = hostname.replace(/^\[|\]$/g, '')
  return isIP(host) > 0 && !isAllowed(host)
}

export function refusePrivateFigures(url: URL, guard: Guard): void {
  if (isPrivateFigures(url, guard)) throw new NotPublic(url.hostname)
}
