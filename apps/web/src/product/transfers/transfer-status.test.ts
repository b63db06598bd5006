import { expirySeconds } from '@sampan/contract/plans'
import type { TransferRecord } from '@sampan/contract/routes/dashboard'
import { badgeOf } from '@sampan/contract/rules/transfer-standing'
import { expect, test } from 'vitest'
import { canShare, lifeOf, linkSwitch, toneOf } from './transfer-status.ts'

const now = Date.UTC(2026, 2, 1)
const hour = 3_600_000
const to = (downloadedAt: number | null) => ({ email: 'li@example.cn', state: 'sent' as const, openedAt: null, downloadedAt })
const standing = (more: Partial<TransferRecord>) => ({
  status: 'active' as const,
  expiryDate: now + 240 * hour,
  emailTo: [],
  ...more,
})

test.each([
  [{}, 'active'],
  [{ expiryDate: now + 52 * hour }, 'expiring'],
  [{ expiryDate: now + 53 * hour }, 'active'],
  [{ expiryDate: now }, 'expired'],
  [{ emailTo: [to(1), to(null)] }, 'active'],
  [{ emailTo: [to(1), to(2)] }, 'downloaded'],
  [{ emailTo: [to(1)], expiryDate: now + hour }, 'downloaded'],
  [{ emailTo: [to(null)], expiryDate: now + hour }, 'expiring'],
  [{ emailTo: [to(1)], people: { all: 300, pending: 0, bounced: 0, refused: 0, opened: 0, downloaded: 299 } }, 'active'],
  [{ emailTo: [to(1)], people: { all: 300, pending: 0, bounced: 0, refused: 0, opened: 0, downloaded: 300 } }, 'downloaded'],
  [{ status: 'disabled' as const, expiryDate: now + hour }, 'disabled'],
  [{ status: 'limitReached' as const, emailTo: [to(1)] }, 'limitReached'],
  [{ status: 'takenDown' as const }, 'takenDown'],
  [{ status: 'uploading' as const }, 'uploading'],
] satisfies [Partial<TransferRecord>, string][])('T1 X4 the badge of %j is %s', (more, kind) => {
  expect(badgeOf(standing(more), now)).toBe(kind)
})

test('T1 jade is for what arrives, amber for what wants attention, lacquer for what was taken down', () => {
  expect((['downloaded', 'expiring', 'takenDown', 'expired'] as const).map(toneOf)).toEqual(['jade', 'amber', 'lacquer', 'plain'])
})

test.each([
  [{}, 'day'],
  [{ status: 'disabled' as const }, 'day'],
  [{ expirySeconds: expirySeconds.never }, 'never'],
  [{ expiryDate: now + hour }, null],
  [{ emailTo: [to(1)], expiryDate: now + hour }, 'day'],
  [{ expiryDate: now }, null],
  [{ status: 'takenDown' as const }, null],
] satisfies [Partial<TransferRecord>, string | null][])('T1 how long the link of %j lasts: %s', (more, life) => {
  expect(lifeOf({ expirySeconds: expirySeconds.week, ...standing(more) }, now)).toBe(life)
})

test('T2 an open link can be closed, a closed one opened; what is over has neither', () => {
  const statuses = ['active', 'uploading', 'limitReached', 'disabled', 'expired', 'takenDown'] as const
  expect(statuses.map((status) => linkSwitch(standing({ status })))).toEqual(['close', 'close', 'close', 'open', null, null])
  expect(statuses.map((status) => canShare(standing({ status })))).toEqual([true, true, true, true, false, false])
})
