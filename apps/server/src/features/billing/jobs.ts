import { accountBillingPath } from '@sampan/contract/paths'
import { addSeconds } from '../../add-seconds.ts'
import { addJob, handleJob, type JobHandler, jobName, type TimedJob } from '../../jobs/queue.ts'
import { urlOf } from '../../links.ts'
import type { Services } from '../../services.ts'
import { sendOwnMail } from '../mails/index.ts'
import { ownersWatched } from '../owners/index.ts'
import { billingMail } from './emails.tsx'
import { goOn } from './go-on.ts'
import { type MailPayload, mailJob, payerJob, purchaseJob, readJob, restJob, trialJob } from './job-names.ts'
import { updatePayer } from './payer-changed.ts'
import { deleteOldEvents, deleteOldTrials, findPayer } from './queries-billing.ts'
import { ownersToRead, pendingTrials } from './queries-due.ts'
import { readAgain } from './read-again.ts'
import { remindAll } from './remind.ts'
import { restPlan } from './rest-plan.ts'
import { roleWithoutPlan } from './settle-standing.ts'
import { makeTrial } from './trial.ts'

/** Those to whom time may have done something are asked about as often as this, should no event tell of it. */
const readEverySeconds = 3600
/** And everybody else whose plan goes on. */
const readDailySeconds = 86_400
/** The provider repeats an event for three days. */
const eventsKeptSeconds = 30 * 86_400
/** That an address had its week; an account's own row says so as long as there is one. */
const usedTrialsKeptSeconds = 2 * 365 * 86_400

/** Mails whose button leads to where a payment method is added (P2). */
const addsCard = new Set<MailPayload['kind']>(['reminder', 'paymentFailed', 'unpaid'])

/** Nobody is told of plans where nothing is for sale (any more). */
async function mailPayer(services: Services, payload: MailPayload): Promise<void> {
  const { db, config } = services
  if (config.billing === 'off') return
  const payer = await findPayer(db, payload.ownerId)
  if (!payer) return
  const link = urlOf(config, addsCard.has(payload.kind) ? `${accountBillingPath}?tab=2` : accountBillingPath)
  const mail = await billingMail({
    ...payload,
    left: await roleWithoutPlan(db, payload.ownerId),
    language: payer.language,
    productName: config.productName,
    link,
  })
  await sendOwnMail(services, 'plan', { ...mail, id: `billing-${payload.mailId}`, to: payer.email })
}

async function readDue({ db, clock }: Services): Promise<void> {
  const now = clock()
  const before = addSeconds(now, -readEverySeconds)
  const due = await ownersToRead(db, now, before, addSeconds(now, -readDailySeconds))
  for (const ownerId of new Set([...due, ...(await ownersWatched(db, now))]))
    await addJob(db, readJob, { ownerId }, { key: `billing-read:${ownerId}` })
  for (const ownerId of await pendingTrials(db, now, before))
    await addJob(db, trialJob, { ownerId }, { key: `billing-trial:${ownerId}` })
}

const timed = (name: string, everyMinutes: number, run: () => Promise<void>): TimedJob => ({
  ...handleJob(jobName(name), run),
  everyMinutes,
})

export const billingJobs = (services: Services): { jobs: JobHandler[]; timed: TimedJob[] } => ({
  jobs: [
    handleJob(readJob, async ({ ownerId }) => void (await readAgain(services, ownerId))),
    handleJob(trialJob, ({ ownerId }) => makeTrial(services, ownerId)),
    handleJob(restJob, ({ ownerId }) => restPlan(services, ownerId)),
    handleJob(payerJob, ({ ownerId }) => updatePayer(services, ownerId)),
    handleJob(purchaseJob, (payload) => goOn(services, payload)),
    handleJob(mailJob, (payload) => mailPayer(services, payload)),
  ],
  timed: [
    timed('billing:read-due', 10, () => readDue(services)),
    timed('billing:remind', 30, () => remindAll(services)),
    timed('billing:delete-old-events', 24 * 60, () =>
      deleteOldEvents(services.db, addSeconds(services.clock(), -eventsKeptSeconds)),
    ),
    timed('billing:delete-old-trials', 24 * 60, () =>
      deleteOldTrials(services.db, addSeconds(services.clock(), -usedTrialsKeptSeconds)),
    ),
  ],
})
