/** The mails of accounts, and the end of what nobody signs in with any more. */
import { loginPath } from '@sampan/contract/paths'
import { MailRefused } from '../../adapters/mail/mail.ts'
import { handleJob, type JobHandler, jobName, type TimedJob } from '../../jobs/queue.ts'
import type { RenderedMail } from '../../mail-layout/render-mail.tsx'
import type { Services } from '../../services.ts'
import { accountMadeMail, accountThereMail, sessionEndedMail } from './emails.tsx'
import { accountMadeJob, accountThereJob, sessionEndedJob } from './job-names.ts'
import * as queries from './queries.ts'

/** Sessions that ended stay so long: a browser that was signed in once is told from a stranger (R19). */
const keptMs = 30 * 86_400_000

async function mailTo(services: Services, user: queries.UserRow, mailId: string, mail: Promise<RenderedMail>): Promise<void> {
  const { mailer, config, log } = services
  const messageId = `account-${mailId}@${new URL(config.publicUrl).hostname}`
  try {
    await mailer.send({ ...(await mail), messageId, to: user.email, fromName: config.productName })
  } catch (error) {
    if (!(error instanceof MailRefused)) throw error
    log.warn({ userId: user.id }, 'the mail server refused a mail about an account for good')
  }
}

const commonOf = ({ config }: Services, { language }: queries.UserRow) => ({
  language,
  productName: config.productName,
  link: new URL(loginPath(language), config.publicUrl).href,
})

async function tellAccountThere(services: Services, mailId: string, userId: string): Promise<void> {
  const account = await queries.findAccount(services.db, { id: userId })
  if (account) await mailTo(services, account.user, mailId, accountThereMail(commonOf(services, account.user)))
}

type Visit = { userAgent: string; ip: string; at: Date }

/** A mail that tells of a session, in the words of `write`. */
async function tellOfSession(
  services: Services,
  { mailId, sessionId }: { mailId: string; sessionId: string },
  write: (mail: ReturnType<typeof commonOf> & Visit) => Promise<RenderedMail>,
): Promise<void> {
  const session = await queries.findSession(services.db, sessionId)
  const account = session && (await queries.findAccount(services.db, { id: session.userId }))
  if (!account) return
  const { userAgent, ip, createdAt } = session
  await mailTo(services, account.user, mailId, write({ ...commonOf(services, account.user), userAgent, ip, at: createdAt }))
}

export const accountJobs = (services: Services): { jobs: JobHandler[]; timed: TimedJob[] } => ({
  jobs: [
    handleJob(accountThereJob, ({ mailId, userId }) => tellAccountThere(services, mailId, userId)),
    handleJob(accountMadeJob, (payload) =>
      tellOfSession(services, payload, (mail) => accountMadeMail({ ...mail, supportEmail: services.config.supportEmail })),
    ),
    handleJob(sessionEndedJob, (payload) => tellOfSession(services, payload, sessionEndedMail)),
  ],
  timed: [
    {
      ...handleJob(jobName('accounts:delete-old-sessions'), () =>
        queries.deleteOldSessions(services.db, new Date(services.clock().getTime() - keptMs)),
      ),
      cron: '41 3 * * *',
    },
  ],
})
