/** A real provider of OpenID Connect, for tests that log in by it; whoever comes is `person` without being asked. */
import { randomBytes } from 'node:crypto'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import Provider from 'oidc-provider'

export type Person = { sub: string; [claim: string]: unknown }

export const clientOfTests = { id: 'sampan', secret: 'a-secret-of-tests' } as const

/** Where it sends whoever was there, and where it tells of log-outs. */
type Registered = { backTo: string[]; logOutAt?: string; isPublic?: boolean }

export class RealProvider {
  person: Person = { sub: 'nobody' }
  private readonly people = new Map<string, Person>()
  private provider: Provider | null = null
  private readonly server = createServer((request, reply) => void this.answer(request, reply))
  issuer = ''

  /** Its address is known before it knows its client. */
  async listen(): Promise<this> {
    await new Promise<void>((resolve) => this.server.listen(0, '127.0.0.1', resolve))
    this.issuer = `http://127.0.0.1:${(this.server.address() as AddressInfo).port}`
    return this
  }

  register({ backTo, logOutAt, isPublic = false }: Registered): this {
    this.provider = new Provider(this.issuer, {
      clients: [
        {
          client_id: clientOfTests.id,
          ...(isPublic ? {} : { client_secret: clientOfTests.secret }),
          redirect_uris: backTo,
          token_endpoint_auth_method: isPublic ? 'none' : 'client_secret_post',
          response_types: ['code'],
          grant_types: ['authorization_code'],
          ...(logOutAt && { backchannel_logout_uri: logOutAt, backchannel_logout_session_required: true }),
        },
      ],
      cookies: { keys: [randomBytes(16).toString('hex')] },
      claims: { openid: ['sub'], email: ['email', 'email_verified'], profile: ['name', 'groups'] },
      features: { devInteractions: { enabled: false }, backchannelLogout: { enabled: true } },
      // It reaches the machine that it is on, which its own rules forbid.
      fetch: (url, { headers, body, method } = {}) => fetch(url, { headers, body, method } as RequestInit),
      interactions: { url: (_, { uid }) => `/interaction/${uid}` },
      findAccount: (_, sub) => ({ accountId: sub, claims: async () => this.people.get(sub) ?? { sub } }),
      loadExistingGrant: async ({ oidc }) => {
        const grant = new oidc.provider.Grant({ clientId: oidc.client!.clientId, accountId: oidc.session!.accountId! })
        grant.addOIDCScope('openid email profile')
        await grant.save()
        return grant
      },
      ttl: { AccessToken: 300, AuthorizationCode: 60, IdToken: 300, Interaction: 300, Session: 3600, Grant: 3600 },
    })
    return this
  }

  private async answer(request: IncomingMessage, reply: ServerResponse): Promise<void> {
    const { provider } = this
    if (!provider) return void reply.writeHead(503).end()
    if (!request.url?.startsWith('/interaction/')) return provider.callback()(request, reply)
    this.people.set(this.person.sub, this.person)
    await provider.interactionFinished(
      request,
      reply,
      { login: { accountId: this.person.sub } },
      { mergeWithLastSubmission: false },
    )
  }

  /** As the provider itself tells of one of its sessions. */
  async logOut(subject: string, session: string): Promise<void> {
    const client = await this.provider!.Client.find(clientOfTests.id)
    await (client as unknown as { backchannelLogout: (sub: string, sid: string) => Promise<void> }).backchannelLogout(
      subject,
      session,
    )
  }

  async close(): Promise<void> {
    this.server.closeAllConnections()
    await new Promise((resolve) => this.server.close(resolve))
  }
}

/** A browser at a provider, with the cookies that it has there. */
export class Visitor {
  private readonly jar = new Map<string, string>()

  /** From the address that it was led to, to the one that it is led back to. */
  async walk(from: string): Promise<URL> {
    let address = new URL(from)
    const { origin } = address
    for (let steps = 0; address.origin === origin; steps++) {
      if (steps > 10) throw new Error(`no way out of ${origin}`)
      const cookie = [...this.jar].map(([name, value]) => `${name}=${value}`).join('; ')
      const reply = await fetch(address, { redirect: 'manual', headers: { cookie } })
      for (const line of reply.headers.getSetCookie()) {
        const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? []
        if (value) this.jar.set(name, value)
        else this.jar.delete(name)
      }
      const to = reply.headers.get('location')
      if (!to) throw new Error(`${address.pathname} answers ${reply.status}: ${(await reply.text()).slice(0, 300)}`)
      address = new URL(to, address)
    }
    return address
  }
}
