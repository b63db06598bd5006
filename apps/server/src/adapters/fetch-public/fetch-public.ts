/**
 * Reads an address of the public Internet and no other (R33): every address that a name resolves to is looked at when the connection is
 * made, so that no second answer of the name server can lead elsewhere; redirects are looked at in the same way.
 */
import { lookup as systemLookup } from 'node:dns'
import { request as requestHttp } from 'node:http'
import { request as requestHttps } from 'node:https'
import { isIP, type LookupFunction } from 'node:net'
import ipaddr from 'ipaddr.js'

export class NotPublic extends Error {
  override name = 'NotPublic'
}

const maxBytes = 1024 * 1024
const timeoutMs = 5000
const maxRedirects = 2

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
export function isPrivateFigures({ hostname }: URL, { isAllowed = isPublicAddress }: Guard): boolean {
  const host = hostname.replace(/^\[|\]$/g, '')
  return isIP(host) > 0 && !isAllowed(host)
}

type Answer = { status: number; location: string | undefined; body: Buffer }

function ask(url: URL, accept: string, guard: Guard, signal: AbortSignal): Promise<Answer> {
  if (isPrivateFigures(url, guard)) throw new NotPublic(url.hostname)
  const request = url.protocol === 'https:' ? requestHttps : requestHttp
  return new Promise((resolve, reject) => {
    const asked = request(url, { lookup: guardedLookup(guard), signal, agent: false, headers: { accept } }, (reply) => {
      const pieces: Buffer[] = []
      let bytes = 0
      reply.on('data', (piece: Buffer) => {
        bytes += piece.length
        pieces.push(piece)
        if (bytes > maxBytes) asked.destroy(new Error('The answer is too large'))
      })
      reply.on('end', () => {
        resolve({ status: reply.statusCode ?? 0, location: reply.headers.location, body: Buffer.concat(pieces) })
      })
      reply.on('error', reject)
    })
    asked.on('error', reject)
    asked.end()
  })
}

/** The body of a 200, 1 MiB at most and within 5 s; null for 404 and 410; rejects for all else. `accept`: what is asked for. */
export async function fetchPublic(address: string, accept: string, guard: Guard = {}): Promise<Buffer | null> {
  const signal = AbortSignal.timeout(timeoutMs)
  let url = new URL(address)
  for (let hop = 0; hop <= maxRedirects; hop++) {
    if (url.protocol !== 'https:' && url.protocol !== 'http:') throw new NotPublic(url.protocol)
    const { status, location, body } = await ask(url, accept, guard, signal)
    if (status === 200) return body
    if (status === 404 || status === 410) return null
    if (status < 300 || status > 399 || !location) throw new Error(`The answer is ${status}`)
    url = new URL(location, url)
  }
  throw new Error('Redirected too often')
}
