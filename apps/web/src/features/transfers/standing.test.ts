import type { TransferRecord } from '@sampan/contract/routes/dashboard'
import { standingOf } from '@sampan/contract/rules/transfer-standing'
import { expect, test } from 'vitest'
import { toneOfStanding } from './standing.ts'

const now = Date.UTC(2026, 2, 1)
const hour = 3_600_000
const people = (more: Partial<TransferRecord['people']>) => ({
  all: 2,
  pending: 0,
  bounced: 0,
  refused: 0,
  opened: 0,
  downloaded: 0,
  ...more,
})
/** The first few of them say nothing of the others. */
const standing = (more: Partial<TransferRecord>) =>
  standingOf(
    {
      status: 'active',
      expiryDate: now + 240 * hour,
      emailTo: [],
      people: people({ all: 0 }),
      isTakenWhole: false,
      total_downloads: 0,
      receivedBy: null,
      ...more,
    },
    now,
  )

test.each([
  [{}, 'active'],
  [{ isTakenWhole: true }, 'downloaded'],
  [{ receivedBy: { requestSlug: 'Ab3dE6g', email: '', name: '' } }, 'received'],
  [{ people: people({ pending: 1 }) }, 'pending'],
  [{ people: people({ opened: 1 }) }, 'seen'],
  [{ people: people({ opened: 1 }), total_downloads: 1 }, 'partly'],
  [{ people: people({ downloaded: 1, opened: 1 }), isTakenWhole: true }, 'partly'],
  [{ people: people({ downloaded: 2 }) }, 'downloaded'],
  [{ people: people({ bounced: 1, downloaded: 1 }) }, 'bounced'],
  [{ people: people({ bounced: 1 }), expiryDate: now + hour }, 'bounced'],
  [{ people: people({ opened: 1 }), expiryDate: now + hour }, 'expiring'],
  [{ people: people({ bounced: 1 }), expiryDate: now }, 'expired'],
  [{ people: people({ bounced: 1 }), status: 'disabled' as const }, 'disabled'],
  [{ people: people({}), status: 'takenDown' as const }, 'takenDown'],
] satisfies [Partial<TransferRecord>, string][])('T2 T10 %j is %s', (more, kind) => {
  expect(standing(more)).toBe(kind)
})

test('T2 lacquer for what came back, jade for what arrives', () => {
  expect((['bounced', 'partly', 'pending', 'expiring', 'downloaded'] as const).map(toneOfStanding)).toEqual([
    'lacquer',
    'jade',
    'plain',
    'amber',
    'jade',
  ])
})
