import { Problem } from '@sampan/contract/errors'
import { operatorLimits } from '@sampan/contract/limits'
import type { adminReport, adminReports } from '@sampan/contract/routes/admin-decisions'
import type { RouteAnswer, RouteInput } from '@sampan/contract/routes/route'
import type { reportReasons } from '@sampan/contract/states'
import type { Services } from '../../services.ts'
import { listReported, reportsOf } from '../reports/index.ts'
import { findAnyRequest } from '../requests/index.ts'
import { findTransfer, overSince } from '../transfers/index.ts'
import { pageOf, placeIn } from './page.ts'

type Needs = Pick<Services, 'db'>
type ListNeeds = Pick<Services, 'db' | 'clock'>
type Reason = (typeof reportReasons)[number]

export async function readReports(
  { db, clock }: ListNeeds,
  { which, before }: RouteInput<typeof adminReports>['query'],
): Promise<RouteAnswer<typeof adminReports>> {
  const { rows } = operatorLimits
  const over = overSince(clock())
  const found = await listReported(db, which === 'open', rows + 1, placeIn(before))
  const { shown, ...more } = pageOf(
    found.map((row) => ({ ...row, at: row.latestAt })),
    rows,
  )
  const reported = shown.map(({ id, at: _, latestAt, reasons, restorableUntil, ...row }) => ({
    _id: id,
    ...row,
    reasons: reasons as Reason[],
    restorableUntil: restorableUntil && restorableUntil > over ? restorableUntil.getTime() : null,
    latestAt: latestAt.getTime(),
  }))
  return { reported, ...more }
}

/** Oldest first, those that were decided of too. Throws notFound. */
export async function readReport({ db }: Needs, slug: string): Promise<RouteAnswer<typeof adminReport>> {
  const transfer = await findTransfer(db, { slug })
  const request = transfer ? undefined : await findAnyRequest(db, slug)
  const subject = transfer ? { transferId: transfer.id } : request && { requestId: request.id }
  if (!subject) throw new Problem('notFound')
  const reports = await reportsOf(db, subject, false)
  return {
    reports: reports.map(({ id, reason, text, email, reportedAt, outcome }) => ({
      ...{ _id: id, reason, text, email, outcome },
      at: reportedAt.getTime(),
    })),
  }
}
