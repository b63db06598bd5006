/** Who sends: the log-in that is kept for a server, or SAMPAN_TOKEN. */
import { type Api, type ApiOptions, createApi } from '@sampan/client/api'
import { Problem } from '@sampan/contract/errors'
import { readToken } from '@sampan/contract/routes/devices'
import { teamHeader } from '@sampan/contract/routes/headers'
import { listTeams } from '@sampan/contract/routes/teams'
import type { Context } from '../context.ts'
import { Stop } from '../failure.ts'
import { isPlainLine, serverOrigin } from '../places.ts'
import { withRetries } from '../with-retries.ts'
import { programSession, tokenSession } from './program-session.ts'

/** `options` made its api, and make another one. */
export type Account = { server: string; options: ApiOptions; api: Api; userId: string; email: string }

/** Named, else that of the last log-in. */
export function serverOf({ server, credentials }: Context): string | null {
  return server ? serverOrigin(server) : credentials.currentServer()
}

/** Whose an API token is. */
export async function ownerOfToken(context: Context, server: string, apiToken: string): Promise<Account> {
  const options = context.api(server, tokenSession(apiToken))
  const api = createApi(options)
  const ask = () => api.call(readToken, { retries: 0, signal: context.world.signal })
  const { userId, email } = await withRetries(context, ask).catch((error) => {
    throw error instanceof Problem && error.code === 'signedOut' ? new Stop('refused', 'tokenInvalid') : error
  })
  return { server, options, api, userId, email }
}

export async function signIn(context: Context): Promise<Account> {
  const server = serverOf(context)
  if (!server) throw new Stop('refused', 'notLoggedIn')
  if (isPlainLine(server)) context.show.note('plainLine', { server })
  const { SAMPAN_TOKEN: given } = context.world.env
  if (given) return ownerOfToken(context, server, given)
  const login = context.credentials.get(server)
  if (!login) throw new Stop('refused', 'notLoggedInAt', { server })
  const plainApi = createApi(context.api(server))
  const session = 'apiToken' in login ? tokenSession(login.apiToken) : programSession(plainApi, context.credentials, server)
  const options = context.api(server, session)
  return { server, userId: login.userId, email: login.email, options, api: createApi(options) }
}

/** The same account for the team that it belongs to: each of its calls names that. */
export async function inTeam(context: Context, account: Account): Promise<Account> {
  const ask = () => account.api.call(listTeams, { retries: 0, signal: context.world.signal })
  const [team] = (await withRetries(context, ask)).teams
  if (!team) throw new Stop('refused', 'noTeam')
  const options: ApiOptions = { ...account.options, headers: () => ({ [teamHeader]: team.ownerId }) }
  return { ...account, options, api: createApi(options) }
}

export async function accountFor(context: Context, { isForTeam }: { isForTeam: boolean }): Promise<Account> {
  const own = await signIn(context)
  return isForTeam ? inTeam(context, own) : own
}

/** How a call is made whose repeating `withRetries` decides about. */
export const once = ({ world }: Context) => ({ retries: 0, signal: world.signal })
