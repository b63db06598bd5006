/** DNS is looked at each hour, and whoever has a host is told when it breaks. */
import { accountDomainPath } from '@sampan/contract/paths'
import { addSeconds } from '../../add-seconds.ts'
import { handleJob, type JobHandler, jobName, type TimedJob } from '../../jobs/queue.ts'
import { urlOf } from '../../links.ts'
import type { Services } from '../../services.ts'
import { findUser, headOfTeam } from '../accounts/index.ts'
import { sendOwnMail } from '../mails/index.ts'
import { checkDue } from './domains.ts'
import { domainBrokenMail } from './emails.tsx'
import { domainBrokenJob } from './job-names.ts'
import { findById } from './queries.ts'

const everyMinutes = 60

/** Nothing where it is right again, or gone. */
async function mailBroken(services: Services, { domainId }: { domainId: string }): Promise<void> {
  const { db, config } = services
  const row = await findById(db, domainId)
  const head = row?.brokenAt && (await headOfTeam(db, row.ownerId))
  const owner = head && (await findUser(db, head.userId))
  if (!row?.brokenAt || !owner) return
  const { host, brokenAt } = row
  const link = urlOf(config, accountDomainPath)
  const mail = await domainBrokenMail({ language: owner.language, productName: config.productName, link, host })
  await sendOwnMail(services, 'domain', { ...mail, id: `domain-${domainId}-${brokenAt.getTime()}`, to: owner.email })
}

export const domainJobs = (services: Services): { jobs: JobHandler[]; timed: TimedJob[] } => ({
  jobs: [handleJob(domainBrokenJob, (payload) => mailBroken(services, payload))],
  timed: [
    {
      ...handleJob(jobName('domains:check'), () => checkDue(services, addSeconds(services.clock(), -everyMinutes * 30))),
      everyMinutes,
    },
  ],
})
