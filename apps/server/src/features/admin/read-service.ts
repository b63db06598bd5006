/** The state of the service, as an operator's pages show it (O11). */
import { operatorLimits } from '@sampan/contract/limits'
import type {
  adminBounces,
  adminExamine,
  adminFeedback,
  adminHealth,
  adminQueue,
  adminStorage,
} from '@sampan/contract/routes/admin'
import type { RouteAnswer, RouteInput } from '@sampan/contract/routes/route'
import { version } from '../../../package.json'
import { givenUpJobs } from '../../jobs/given-up.ts'
import type { Services } from '../../services.ts'
import { examine } from '../doctor/index.ts'
import { feedbacksOf } from '../feedback/index.ts'
import { readHeld, readJobs } from '../operation/index.ts'
import { bouncedSuppliers } from '../requests/index.ts'
import { bouncedRecipients } from '../transfers/index.ts'
import { page, pageOf, placeIn } from './page.ts'
import { biggestAccounts, countAccounts } from './queries-accounts.ts'
import { rowOf } from './read-accounts.ts'

const { rows, biggest } = operatorLimits

/** Of the process that answers: all of them start together. */
export const readHealth = async ({ db }: Services, startedAt: Date): Promise<RouteAnswer<typeof adminHealth>> => ({
  version,
  startedAt: startedAt.getTime(),
  node: process.version,
  accounts: await countAccounts(db),
})

export async function examineHere(
  services: Services,
  { timeOuts }: RouteInput<typeof adminExamine>['query'],
): Promise<RouteAnswer<typeof adminExamine>> {
  const findings = await examine(services, { to: undefined, isQuick: timeOuts === 'no' })
  return {
    findings: findings.map(({ change = [], advice = [], ...finding }) => ({
      ...finding,
      change: [...change],
      advice: [...advice],
    })),
  }
}

export async function readQueue({ db }: Services): Promise<RouteAnswer<typeof adminQueue>> {
  const { waitingJobs, failedJobs, oldestJobSeconds } = await readJobs(db)
  const jobs = await givenUpJobs(db, rows)
  return {
    waiting: waitingJobs,
    failed: failedJobs,
    oldestSeconds: oldestJobSeconds,
    jobs: jobs.map(({ id, failedAt, ...job }) => ({ _id: id, ...job, failedAt: failedAt.getTime() })),
  }
}

export async function readStorage({ db, storage, config }: Services): Promise<RouteAnswer<typeof adminStorage>> {
  const { usedBytes, reservedBytes } = await readHeld(db)
  return {
    usedBytes,
    reservedBytes,
    // A bucket has no end that it tells of.
    freeBytes: config.store === 'disk' ? await storage.freeBytes() : null,
    biggest: (await biggestAccounts(db, biggest)).map(rowOf),
  }
}

export async function readFeedback(
  { db }: Services,
  { which, before }: RouteInput<typeof adminFeedback>['query'],
): Promise<RouteAnswer<typeof adminFeedback>> {
  const { shown, hasMore } = page(await feedbacksOf(db, { isOpen: which === 'open', before }, rows + 1), rows)
  const feedback = shown.map(({ id, createdAt, handledAt, ...said }) => ({
    _id: id,
    at: createdAt.getTime(),
    handledAt: handledAt?.getTime() ?? null,
    ...said,
  }))
  return { feedback, hasMore }
}

export async function readBounces(
  { db }: Pick<Services, 'db'>,
  before?: string,
  max: number = rows,
): Promise<RouteAnswer<typeof adminBounces>> {
  const place = placeIn(before)
  const ofTransfers = await bouncedRecipients(db, max + 1, place)
  const ofRequests = await bouncedSuppliers(db, max + 1, place)
  const all = [
    ...ofTransfers.map((row) => ({ ...row, kind: 'transfer' as const })),
    ...ofRequests.map((row) => ({ ...row, kind: 'request' as const })),
  ].map((row) => ({ ...row, at: row.mailedAt ?? new Date(0) }))
  const { shown, ...more } = pageOf(all, max)
  const bounces = shown.map(({ id, at: _, mailedAt, ...row }) => ({ _id: id, ...row, mailedAt: mailedAt?.getTime() ?? null }))
  return { bounces, ...more }
}
