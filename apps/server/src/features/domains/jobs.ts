/** DNS is looked at each hour, and whoever has a domain is told when it breaks. */
import { accountDomainPath } from '@sampan/contract/paths'
import { addSeconds } from '../../add-seconds.ts'
import { handleJob, type JobHandler, jobName, type TimedJob } from '../../jobs/queue.ts'
import { urlOf } from '../../links.ts'
import type { Services } from '../../services.ts'
import { findUser, headOfTeam } from '../accounts/index.ts'
import { sendOwnMail } from '../mails/index.ts'
import { checkDue } from './domains.ts'
import { domainBrokenMail, senderBrokenMail } from './emails.tsx'
import { domainBrokenJob, senderBrokenJob } from './job-names.ts'
import { findById } from './queries.ts'
import { findSender } from './queries-sender.ts'
import { checkDueSenders } from './sender-domains.ts'

const everyMinutes = 60

type Broken = { id: string; ownerId: string; host: string; brokenAt: Date | null }

/** Nothing where it is right again, or gone. */
async function mailBroken(services: Services, row: Broken | undefined, write: typeof domainBrokenMail): Promise<void> {
  const { db, config } = services
  const head = row?.brokenAt && (await headOfTeam(db, row.ownerId))
  const owner = head && (await findUser(db, head.userId))
  if (!row?.brokenAt || !owner) return
  const { host, brokenAt } = row
  const link = urlOf(config, accountDomainPath)
  const mail = await write({ language: owner.language, productName: config.productName, link, host })
  await sendOwnMail(services, 'domain', { ...mail, id: `domain-${row.id}-${brokenAt.getTime()}`, to: owner.email })
}

export const domainJobs = (services: Services): { jobs: JobHandler[]; timed: TimedJob[] } => ({
  jobs: [
    handleJob(domainBrokenJob, async ({ domainId }) =>
      mailBroken(services, await findById(services.db, domainId), domainBrokenMail),
    ),
    handleJob(senderBrokenJob, async ({ domainId }) =>
      mailBroken(services, await findSender(services.db, { id: domainId }), senderBrokenMail),
    ),
  ],
  timed: [
    {
      ...handleJob(jobName('domains:check'), async () => {
        const before = addSeconds(services.clock(), -everyMinutes * 30)
        await checkDue(services, before)
        await checkDueSenders(services, before)
      }),
      everyMinutes,
    },
  ],
})
