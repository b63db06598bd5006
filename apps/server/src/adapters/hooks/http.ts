/** Gives a text to an address of the public Internet and no other (R33, O9). A redirect is an answer like any other: it is not followed. */
import { request as requestHttp } from 'node:http'
import { request as requestHttps } from 'node:https'
import { type Guard, guardedLookup, isPrivateFigures, NotPublic } from '../fetch-public/fetch-public.ts'
import { type HookPost, type Letter, NotPosted, type Posted, type PostFault } from './hooks.ts'

type Limits = { answerSeconds: number; answerBytes: number; keptAnswerBytes: number }

export function makeHookPost(limits: Limits, { mayBePrivate, ...given }: Guard & { mayBePrivate: boolean }): HookPost {
  const guard: Guard = { ...given, ...(mayBePrivate && { isAllowed: () => true }) }
  const mayLeadTo = (url: URL): boolean =>
    (url.protocol === 'https:' || (url.protocol === 'http:' && mayBePrivate)) && !isPrivateFigures(url, guard)
  return {
    mayBePrivate,
    mayLeadTo,
    post: async (letter) => {
      if (!mayLeadTo(new URL(letter.url))) throw new NotPosted('private')
      return post(letter, limits, guard)
    },
  }
}

async function post({ url, headers, body }: Letter, limits: Limits, guard: Guard): Promise<Posted> {
  const signal = AbortSignal.timeout(limits.answerSeconds * 1000)
  const target = new URL(url)
  try {
    return await new Promise((resolve, reject) => {
      const request = target.protocol === 'https:' ? requestHttps : requestHttp
      const length = String(Buffer.byteLength(body))
      const asked = request(target, {
        method: 'POST',
        lookup: guardedLookup(guard),
        signal,
        agent: false,
        headers: { ...headers, 'content-length': length },
      })
      asked.on('response', (reply) => {
        const pieces: Buffer[] = []
        let bytes = 0
        const done = () => resolve({ status: reply.statusCode ?? 0, start: startOf(pieces, limits.keptAnswerBytes) })
        reply.on('data', (piece: Buffer) => {
          if (bytes < limits.keptAnswerBytes) pieces.push(piece)
          bytes += piece.length
          if (bytes <= limits.answerBytes) return
          // The rest says nothing that its status has not said.
          done()
          asked.destroy()
        })
        reply.on('end', done)
        reply.on('error', reject)
      })
      asked.on('error', reject)
      asked.end(body)
    })
  } catch (error) {
    throw new NotPosted(signal.aborted ? 'timeout' : faultOf(error))
  }
}

/** As text that the database can hold. */
const startOf = (pieces: readonly Buffer[], bytes: number): string =>
  Buffer.concat(pieces).subarray(0, bytes).toString('utf8').replaceAll('\0', '')

/** What a certificate is refused for begins in many ways; all of these come from OpenSSL or Node's own check of names. */
const isTls = /^(?:ERR_TLS|ERR_SSL|CERT_|UNABLE_TO_|DEPTH_ZERO|SELF_SIGNED|EPROTO|INVALID_CA|HOSTNAME_MISMATCH)/

function faultOf(error: unknown): PostFault {
  if (error instanceof NotPublic) return 'private'
  const { code = '' } = error as NodeJS.ErrnoException
  if (code === 'ENOTFOUND' || code === 'EAI_AGAIN') return 'name'
  return isTls.test(code) ? 'tls' : 'connection'
}
