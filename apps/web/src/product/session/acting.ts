/**
 * For whom this tab acts: the own account (null), or a team by its owner's id. Each tab keeps its own, so that two side by side never mix;
 * a new one begins with the own account. Changing it loads the page anew: nothing that was shown for the one stays for the other.
 */
import { dashPath, isDashPath } from '@sampan/contract/paths'
import type { User } from '@sampan/contract/routes/accounts'

const key = 'sampan.team'
/** Who acts for it here, and what it is called: once they are out, nobody says it any more. */
const knownKey = 'sampan.team.known'
/** They are out, and were not told yet. */
const untoldKey = 'sampan.team.left'

function kept(name: string): string | null {
  try {
    return sessionStorage.getItem(name)
  } catch {
    return null
  }
}

/** Null: no more. A browser that keeps nothing goes on without. */
function keep(name: string, value: string | null): void {
  try {
    if (value === null) sessionStorage.removeItem(name)
    else sessionStorage.setItem(name, value)
  } catch {}
}

export const actingFor = (): string | null => kept(key)

/** The team is that of the own account: there is nothing to choose between. One that was handed over stands beside the own account. */
export const isTeamOwnRoot = ({ team, parentAdminID }: Pick<User, 'team' | 'parentAdminID'>): boolean =>
  team?.role === 'owner' && parentAdminID === null

export const stopActing = (): void => keep(key, null)

/** What the page that comes next is told of somebody who is out of the team: whether they were taken out or went themselves. */
export const leftName = 'left'
export const leftSelf = 'self'

/** The team wants this provider to say who comes: the page that comes next leads there. */
export const leftLogIn = 'logIn'
export function leaveToLogIn(provider: string): void {
  actForSelf(`${dashPath}?${new URLSearchParams({ [leftName]: leftLogIn, provider })}`)
}

export function actFor(ownerId: string | null, why?: 'removed' | 'left'): void {
  keep(key, ownerId)
  location.assign(why ? `${dashPath}?${leftName}=${why === 'left' ? leftSelf : 1}` : dashPath)
}

type Known = { userId: string; name: string }

export const rememberTeam = (known: Known): void => keep(knownKey, JSON.stringify(known))

/** The team that this tab has acted for last, and by whom. */
export function lastTeam(): Known | null {
  try {
    return JSON.parse(kept(knownKey) ?? 'null')
  } catch {
    return null
  }
}

/**
 * What a session says when it is begun or gone on with, as after a night's sleep or in a page that is loaded anew: without this the tab
 * would go on with the own account as if nothing were. A page outside of the area stays; the next one in it tells.
 */
export function outOfTeam(userId: string): void {
  // Whoever else logs in here was never in it.
  const wasIn = lastTeam()?.userId === userId
  if (wasIn && isDashPath(location.pathname)) {
    actFor(null, 'removed')
    return
  }
  stopActing()
  if (wasIn) keep(untoldKey, 'removed')
}

export const isUntold = (): boolean => kept(untoldKey) !== null
export const noteTold = (): void => keep(untoldKey, null)

/** Back to the own account, at a page of it. */
export function actForSelf(path: string): void {
  stopActing()
  location.assign(path)
}

/** What each call says of it. */
export const actingHeaders = (): Record<string, string> => {
  const ownerId = actingFor()
  return ownerId === null ? {} : { 'Sampan-Team': ownerId }
}

/** Whose what this tab keeps is: an account's own, or what it has begun for a team. */
export const rootId = (userId: string): string => {
  const ownerId = actingFor()
  return ownerId === null ? userId : `${userId} for ${ownerId}`
}
