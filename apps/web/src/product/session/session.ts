/** Who is signed in (A3): the access token lives in memory alone; `ssid` only marks that a session may exist. */
import type { ApiSession } from '@sampan/client/api'
import { accessTokenSeconds } from '@sampan/contract/limits'
import type { Session, User } from '@sampan/contract/routes/accounts'
import { useSyncExternalStore } from 'react'
import { isProblem } from '../../lib/is-problem.ts'
import { actingFor, isTeamOwnRoot, outOfTeam, rememberTeam, stopActing } from './acting.ts'
import { mayHaveSession, sessionMark, writeMark } from './session-mark.ts'

export { mayHaveSession } from './session-mark.ts'

/** unknown: not asked yet, or the server did not answer. */
export type SessionState = { status: 'unknown' | 'guest'; user: null } | { status: 'signedIn'; user: User }

/** Renewed before it ends, so that no call is refused for that alone. */
const renewAfterMs = (accessTokenSeconds - 90) * 1000

/** One for the page: the calls and the loaders of routes need it, and they run outside of every component. */
let state: SessionState = { status: 'unknown', user: null }
let held: { token: string; at: number } | null = null
let renewing: Promise<string | null> | null = null
const listeners = new Set<() => void>()

function become(next: SessionState) {
  state = next
  for (const listener of listeners) listener()
}

/**
 * As this tab acts: for a team under that one's plan and storage, and as one of its people; else by its own. Whoever is not of that team
 * (any more) acts by their own, and is told where they were.
 */
function acting(user: User): User {
  const { team } = user
  const forTeam = actingFor()
  if (forTeam === null) return { ...user, isTeamMember: false }
  if (team?.ownerId !== forTeam) {
    outOfTeam(user._id)
    return { ...user, isTeamMember: false }
  }
  if (isTeamOwnRoot(user)) {
    stopActing()
    return { ...user, isTeamMember: false }
  }
  rememberTeam({ userId: user._id, name: team.name })
  // Whoever a team was handed to pays for it, as any owner.
  return {
    ...user,
    isTeamMember: team.role !== 'owner',
    role: team.plan,
    plan: team.plan,
    ownLimits: team.ownLimits,
    status: team.status,
    folderSize: team.folderSize,
  }
}

/** After signing up, logging in and every refresh. */
export function beginSession({ accessToken, user }: Session): void {
  held = { token: accessToken, at: Date.now() }
  writeMark(true)
  become({ status: 'signedIn', user: acting(user) })
}

/** Whoever is signed in now. */
export const sessionUser = (): User | null => state.user

/** The account's own data changed. */
export const changeUser = (user: User): void => become({ status: 'signedIn', user: acting(user) })

function forgetSession() {
  held = null
  writeMark(false)
  become({ status: 'guest', user: null })
}

async function refresh(): Promise<string | null> {
  try {
    const [{ api }, { refreshToken }] = await Promise.all([import('./api.ts'), import('@sampan/contract/routes/accounts')])
    // Its answer is the only one with the next cookie: a page that is left meanwhile must not lose it.
    beginSession(await api.call(refreshToken, { outlivesPage: true }))
    return held?.token ?? null
  } catch (error) {
    // Without an answer the session may well live: nothing is forgotten.
    if (!isProblem(error, 'signedOut')) throw error
    forgetSession()
    return null
  } finally {
    renewing = null
  }
}

function renew(): Promise<string | null> {
  renewing ??= refresh()
  return renewing
}

/** The user of a session that lives, or null; rejects when the server cannot be asked. */
export async function restoreSession(): Promise<User | null> {
  if (state.status === 'signedIn') return state.user
  if (!mayHaveSession()) {
    if (state.status === 'unknown') become({ status: 'guest', user: null })
    return null
  }
  await renew()
  return state.user
}

/** Ends the session, on the server first. The caller then loads a page anew (spec §4); until then this one stays as it is. */
export async function endSession(): Promise<void> {
  const [{ api }, { logout }] = await Promise.all([import('./api.ts'), import('@sampan/contract/routes/accounts')])
  await api.call(logout)
  held = null
  writeMark(false)
}

/** What the api client asks for a token. */
export const apiSession: ApiSession = {
  async token() {
    if (!held && !mayHaveSession()) return null
    if (held && Date.now() - held.at < renewAfterMs) return held.token
    return renew().catch(() => held?.token ?? null)
  },
  renew: async (refused) => (held && held.token !== refused ? held.token : renew()),
}

function noticeLogout() {
  if (state.status === 'signedIn') forgetSession()
}

// Another tab logged out: this one is no longer signed in either.
if (typeof window !== 'undefined') {
  window.addEventListener('storage', (event) => {
    if (event.key === sessionMark && event.newValue === null) noticeLogout()
  })
  // So may it have done while this page lay asleep behind another one.
  window.addEventListener('pageshow', (event) => {
    if (event.persisted && !mayHaveSession()) noticeLogout()
  })
}

const unknown: SessionState = { status: 'unknown', user: null }
const subscribe = (listener: () => void) => {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}

export const useSession = (): SessionState =>
  useSyncExternalStore(
    subscribe,
    () => state,
    () => unknown,
  )
