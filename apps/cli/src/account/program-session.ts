/** The access token of this run (A3): from an API token, or from the refresh token, which each use replaces. */
import type { Api, ApiSession } from '@sampan/client/api'
import { Problem } from '@sampan/contract/errors'
import { accessTokenSeconds } from '@sampan/contract/limits'
import { refreshToken } from '@sampan/contract/routes/accounts'
import { withLock } from '../lock.ts'
import type { Credentials } from './credentials.ts'

const renewAfterMs = (accessTokenSeconds - 90) * 1000
const maxLockMs = 60_000

type Held = { token: string; at: number }

/** The new refresh token is kept before anything is done with the new access token: a killed process leaves the right one. */
async function refresh(plainApi: Api, credentials: Credentials, server: string): Promise<string | null> {
  const login = credentials.get(server)
  if (!login || !('refreshToken' in login)) return null
  try {
    const session = await plainApi.call(refreshToken, { ticket: login.refreshToken })
    if (session.refreshToken) credentials.renew(server, { ...login, refreshToken: session.refreshToken })
    return session.accessToken
  } catch (error) {
    if (!(error instanceof Problem && error.code === 'signedOut')) throw error
    credentials.remove(server)
    return null
  }
}

export function programSession(plainApi: Api, credentials: Credentials, server: string): ApiSession {
  let held: Held | null = null
  let renewing: Promise<string | null> | null = null
  async function renewNow(): Promise<string | null> {
    try {
      const token = await withLock(credentials.lockPath, maxLockMs, () => refresh(plainApi, credentials, server))
      held = token ? { token, at: performance.now() } : null
      return token
    } finally {
      renewing = null
    }
  }
  const renew = (): Promise<string | null> => {
    renewing ??= renewNow()
    return renewing
  }
  return {
    async token() {
      if (held && performance.now() - held.at < renewAfterMs) return held.token
      // The old one may do while nobody answers.
      return held ? renew().catch(() => held?.token ?? null) : renew()
    },
    renew: async (refused) => (held && held.token !== refused ? held.token : renew()),
  }
}

export const tokenSession = (apiToken: string): ApiSession => ({ token: async () => apiToken, renew: async () => null })
