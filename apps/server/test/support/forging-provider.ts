/** A provider that says whatever a test wants: tokens that no right one would give, and the claims of those that there are. */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { exportJWK, generateKeyPair, type JWTPayload, SignJWT, UnsecuredJWT } from 'jose'
import { clientOfTests } from './sign-in-provider.ts'

type Key = CryptoKey
export type Forged = {
  claims?: JWTPayload
  /** A key that is not the provider's. */
  isForeign?: boolean
  isUnsigned?: boolean
  typ?: string
}

export class ForgingProvider {
  private keys: { own: Key; foreign: Key; jwk: object } | null = null
  private nextToken: Forged = {}
  private nonce = ''
  issuer = ''
  /** Answers nothing from now on. */
  isDown = false
  private readonly server = createServer((request, reply) => void this.answer(request, reply))

  async listen(): Promise<this> {
    const [own, foreign] = [await generateKeyPair('RS256'), await generateKeyPair('RS256')]
    const jwk = { ...(await exportJWK(own.publicKey)), kid: 'own', alg: 'RS256', use: 'sig' }
    this.keys = { own: own.privateKey, foreign: foreign.privateKey, jwk }
    await new Promise<void>((resolve) => this.server.listen(0, '127.0.0.1', resolve))
    this.issuer = `http://127.0.0.1:${(this.server.address() as AddressInfo).port}`
    return this
  }

  /** What comes back from it, for somebody who was led to `address`. */
  answerTo(address: string, forged: Forged): URL {
    const asked = new URL(address).searchParams
    this.nextToken = forged
    this.nonce = asked.get('nonce')!
    const answer = new URL(asked.get('redirect_uri')!)
    answer.search = new URLSearchParams({ code: 'any', state: asked.get('state')! }).toString()
    return answer
  }

  /** Its own time, in seconds: what it signs is looked at by the system's clock. */
  now(): number {
    return Math.floor(Date.now() / 1000)
  }

  /** Signed as its tokens are, for its client, now. */
  async token({ claims = {}, isForeign = false, isUnsigned = false, typ = 'JWT' }: Forged): Promise<string> {
    const now = this.now()
    const all = { iss: this.issuer, aud: clientOfTests.id, iat: now, exp: now + 300, ...claims }
    const given = Object.fromEntries(Object.entries(all).filter(([, value]) => value !== undefined)) as JWTPayload
    if (isUnsigned) return new UnsecuredJWT(given).encode()
    const key = isForeign ? this.keys!.foreign : this.keys!.own
    return new SignJWT(given).setProtectedHeader({ alg: 'RS256', kid: 'own', typ }).sign(key)
  }

  private async answer(request: IncomingMessage, reply: ServerResponse): Promise<void> {
    if (this.isDown) return void request.socket.destroy()
    const json = (body: unknown) => reply.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(body))
    if (request.url?.endsWith('/openid-configuration'))
      return void json({
        issuer: this.issuer,
        authorization_endpoint: `${this.issuer}/auth`,
        token_endpoint: `${this.issuer}/token`,
        jwks_uri: `${this.issuer}/jwks`,
        response_types_supported: ['code'],
        subject_types_supported: ['public'],
        id_token_signing_alg_values_supported: ['RS256'],
      })
    if (request.url === '/jwks') return void json({ keys: [this.keys!.jwk] })
    const { claims, ...rest } = this.nextToken
    const idToken = await this.token({ claims: { nonce: this.nonce, ...claims }, ...rest })
    json({ access_token: 'any', token_type: 'Bearer', id_token: idToken })
  }

  async close(): Promise<void> {
    this.server.closeAllConnections()
    await new Promise((resolve) => this.server.close(resolve))
  }
}
