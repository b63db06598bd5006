/** `login` and `logout`: by a code that is confirmed in a browser, or by an API token (O7, A3). */
import { setTimeout as sleep } from 'node:timers/promises'
import { type Api, createApi } from '@sampan/client/api'
import { Problem } from '@sampan/contract/errors'
import type { Language } from '@sampan/contract/paths'
import { logout, type Session } from '@sampan/contract/routes/accounts'
import { beginDevice, pollDevice, programScopes } from '@sampan/contract/routes/devices'
import type { TokenScope } from '@sampan/contract/states'
import { formatList } from '@sampan/texts/format'
import { scopeNames } from '@sampan/texts/registry/scope-names'
import type { Context } from '../context.ts'
import { Stop } from '../failure.ts'
import { isPlainLine, serverOrigin } from '../places.ts'
import { withRetries } from '../with-retries.ts'
import { ownerOfToken, serverOf } from './sign-in.ts'

/** It asks for no more than its commands need. */
const namesOf = (scopes: readonly TokenScope[], language: Language): string =>
  formatList(
    scopes.map((scope) => scopeNames[language][scope]),
    language,
  )

const dashed = (code: string): string => `${code.slice(0, code.length / 2)}-${code.slice(code.length / 2)}`

async function waitForConfirmation(context: Context, api: Api, deviceCode: string, everySeconds: number): Promise<Session> {
  const { signal } = context.world
  for (let waitSeconds = everySeconds; ; ) {
    await sleep(waitSeconds * 1000, undefined, { signal })
    const ask = () => api.call(pollDevice, { body: { deviceCode }, retries: 0, signal })
    const { state, session, intervalSeconds } = await withRetries(context, ask)
    if (session) return session
    if (state === 'denied') throw new Stop('refused', 'loginDenied')
    if (state === 'expired') throw new Stop('refused', 'loginExpired')
    waitSeconds = intervalSeconds
  }
}

async function byCode(context: Context, server: string): Promise<void> {
  const { world, show, credentials } = context
  const api = createApi(context.api(server))
  const body = { program: context.userAgent.slice(0, 100), hostName: world.hostName.slice(0, 200), scopes: [...programScopes] }
  const asked = await withRetries(context, () => api.call(beginDevice, { body, retries: 0, signal: world.signal }))
  const [code, url] = [dashed(asked.userCode), asked.verificationUrl]
  show.event('code', { code, url, expiresInSeconds: asked.expiresInSeconds, scopes: programScopes })
  show.note('loginConfirm', { url, code })
  show.note('loginScopes', { scopes: namesOf(programScopes, context.language) })
  const session = await waitForConfirmation(context, api, asked.deviceCode, asked.intervalSeconds)
  if (!session.refreshToken) throw new Problem('internal')
  const { _id: userId, email } = session.user
  credentials.set(server, { userId, email, refreshToken: session.refreshToken })
  reportLoggedIn(context, server, email)
}

async function byToken(context: Context, server: string, apiToken: string): Promise<void> {
  const { userId, email } = await ownerOfToken(context, server, apiToken)
  context.credentials.set(server, { userId, email, apiToken })
  reportLoggedIn(context, server, email)
}

function reportLoggedIn({ show }: Context, server: string, email: string): void {
  show.event('loggedIn', { server, email })
  show.note('loggedIn', { server, email })
}

export async function logIn(context: Context, { server, token }: { server: string | null; token: string | null }): Promise<void> {
  const origin = server ? serverOrigin(server) : serverOf(context)
  if (!origin) throw new Stop('usage', 'serverNeeded')
  if (isPlainLine(origin)) context.show.note('plainLine', { server: origin })
  if (token === null) return byCode(context, origin)
  await byToken(context, origin, token)
}

/** The session ends on the server too. A token of the account's lives on: it is revoked where it was made. */
export async function logOut(context: Context): Promise<void> {
  const { credentials, show, world } = context
  const server = serverOf(context)
  const login = server ? credentials.get(server) : null
  if (!server || !login) throw new Stop('failed', 'notLoggedIn')
  if ('refreshToken' in login) {
    const api = createApi(context.api(server))
    await withRetries(context, () => api.call(logout, { ticket: login.refreshToken, retries: 0, signal: world.signal }))
  }
  credentials.remove(server)
  show.event('loggedOut', { server })
  show.note('loggedOut', { server })
}
