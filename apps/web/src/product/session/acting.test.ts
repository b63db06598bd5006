// @vitest-environment node
/** For whom a tab acts, where a team is the own account's or was handed to it. */
import type { User } from '@sampan/contract/routes/accounts'
import { afterEach, expect, test, vi } from 'vitest'
import { changeUser, sessionUser } from './session.ts'

afterEach(() => vi.unstubAllGlobals())

function acting(role: 'owner' | 'admin', parentAdminID: string | null) {
  const kept = new Map([['sampan.team', 'root']])
  vi.stubGlobal('sessionStorage', {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => kept.set(key, value),
    removeItem: (key: string) => kept.delete(key),
  })
  const team = { ownerId: 'root', role, plan: 'business', status: 'active', folderSize: 7 }
  changeUser({ _id: 'me', plan: 'free', isTeamMember: true, parentAdminID, team } as User)
  const { plan, isTeamMember } = sessionUser()!
  return { plan, isTeamMember, actsFor: kept.get('sampan.team') ?? null }
}

test('M1 whoever a team was handed to acts for it, and pays for it; the own team is no other account', () => {
  expect(acting('owner', 'me')).toEqual({ plan: 'business', isTeamMember: false, actsFor: 'root' })
  expect(acting('admin', 'anna')).toEqual({ plan: 'business', isTeamMember: true, actsFor: 'root' })
  expect(acting('owner', null)).toEqual({ plan: 'free', isTeamMember: false, actsFor: null })
})
