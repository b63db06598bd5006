/** Reads an address of the public Internet and no other (R33); redirects are looked at in the same way. */
import { request as requestHttp } from 'node:http'
import { request as requestHttps } from 'node:https'
import { type Guard, guardedLookup, NotPublic, refusePrivateFigures } from './guard.ts'

const maxBytes = 1024 * 1024
const timeoutMs = 5000
const maxRedirects = 2

type Answer = { status: number; location: string | undefined; body: Buffer }

function ask(url: URL, accept: string, guard: Guard, signal: AbortSignal): Promise<Answer> {
  refusePrivateFigures(url, guard)
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
