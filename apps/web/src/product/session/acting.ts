/**
 * For whom this tab acts: the own account (null), or a team by its owner's id. Each tab keeps its own, so that two side by side never mix;
 * a new one begins with the own account. Changing it loads the page anew: nothing that was shown for the one stays for the other.
 */
import { dashPath } from '@sampan/contract/paths'
import type { User } from '@sampan/contract/routes/accounts'

const key = 'sampan.team'

export function actingFor(): string | null {
  try {
    return sessionStorage.getItem(key)
  } catch {
    return null
  }
}

/** The team is that of the own account: there is nothing to choose between. One that was handed over stands beside the own account. */
export const isTeamOwnRoot = ({ team, parentAdminID }: Pick<User, 'team' | 'parentAdminID'>): boolean =>
  team?.role === 'owner' && parentAdminID === null

export function stopActing(): void {
  try {
    sessionStorage.removeItem(key)
  } catch {}
}

/** What the page that comes next is told of somebody who is out of the team: whether they were taken out or went themselves. */
export const leftName = 'left'
export const leftSelf = 'self'

/** The team wants this provider to say who comes: the page that comes next leads there. */
export const leftLogIn = 'logIn'
export function leaveToLogIn(provider: string): void {
  stopActing()
  location.assign(`${dashPath}?${new URLSearchParams({ [leftName]: leftLogIn, provider })}`)
}

export function actFor(ownerId: string | null, why?: 'removed' | 'left'): void {
  if (ownerId === null) stopActing()
  else
    try {
      sessionStorage.setItem(key, ownerId)
    } catch {}
  location.assign(why ? `${dashPath}?${leftName}=${why === 'left' ? leftSelf : 1}` : dashPath)
}

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
