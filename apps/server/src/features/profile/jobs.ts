/** The mails about an account's data and its end, the copies, and the deletions that are due. */
import { accountProfilePath, homePath, type Language, loginPath } from '@sampan/contract/paths'
import { handleJob, type JobHandler, jobName, type TimedJob } from '../../jobs/queue.ts'
import { urlOf } from '../../links.ts'
import type { RenderedMail } from '../../mail-layout/render-mail.tsx'
import type { Services } from '../../services.ts'
import { findUser, type UserRow } from '../accounts/index.ts'
import { planOfLeaver } from '../billing/index.ts'
import { sendOwnMail } from '../mails/index.ts'
import { isSuspendedByOperator } from '../owners/index.ts'
import { accountGoneMail, accountKeptMail, deletionAskedMail, exportReadyMail } from './emails.tsx'
import { hardDeleteAccounts } from './hard-delete-account.ts'
import { accountGoneJob, accountKeptJob, deletionAskedJob, exportReadyJob, makeExportJob } from './job-names.ts'
import { makeExport, sweepExports } from './make-export.ts'
import { deleteUnneededLogos } from './queries.ts'
import { findExport } from './queries-export.ts'

type To = { email: string; mailId: string }

const mailTo = (services: Services, { email, mailId }: To, mail: RenderedMail): Promise<void> =>
  sendOwnMail(services, 'accountData', { ...mail, id: `person-${mailId}`, to: email })

const commonOf = ({ config }: Services, language: Language, path: string) => ({
  language,
  productName: config.productName,
  link: urlOf(config, path),
})
type Common = ReturnType<typeof commonOf>

/** To the account's address as it is then; nothing where the account is gone, or `write` finds nothing to say. */
async function notifyUser(
  services: Services,
  { mailId, userId }: { mailId: string; userId: string },
  path: (language: Language) => string,
  write: (common: Common, user: UserRow) => RenderedMail | null | Promise<RenderedMail | null>,
): Promise<void> {
  const user = await findUser(services.db, userId)
  const mail = user && (await write(commonOf(services, user.language, path(user.language)), user))
  if (mail) await mailTo(services, { email: user.email, mailId }, mail)
}

async function notifyExport(services: Services, payload: { mailId: string; userId: string }): Promise<void> {
  const copy = await findExport(services.db, { userId: payload.userId })
  if (copy?.state !== 'ready') return
  const { expiresAt, sizeBytes } = copy
  await notifyUser(
    services,
    payload,
    () => accountProfilePath,
    (common) => exportReadyMail({ ...common, expiresAt, sizeBytes }),
  )
}

export const profileJobs = (services: Services): { jobs: JobHandler[]; timed: TimedJob[] } => ({
  jobs: [
    handleJob(makeExportJob, ({ exportId }, tried) => makeExport(services, exportId, tried)),
    handleJob(exportReadyJob, (payload) => notifyExport(services, payload)),
    handleJob(deletionAskedJob, (payload) =>
      notifyUser(services, payload, loginPath, async (common, { deleteAt, ownerId }) => {
        const { supportEmail } = services.config
        return deleteAt
          ? deletionAskedMail({ ...common, deleteAt, plan: await planOfLeaver(services, ownerId), supportEmail })
          : null
      }),
    ),
    handleJob(accountKeptJob, (payload) =>
      notifyUser(services, payload, loginPath, async (common, { deleteAt, ownerId }) =>
        deleteAt ? null : accountKeptMail({ ...common, isSuspended: await isSuspendedByOperator(services.db, ownerId) }),
      ),
    ),
    handleJob(accountGoneJob, ({ mailId, email, language }) =>
      mailTo(services, { email, mailId }, accountGoneMail(commonOf(services, language, homePath(language)))),
    ),
  ],
  timed: [
    { ...handleJob(jobName('profile:erase-accounts'), () => hardDeleteAccounts(services)), everyMinutes: 15 },
    { ...handleJob(jobName('profile:sweep-exports'), () => sweepExports(services)), everyMinutes: 60 },
    { ...handleJob(jobName('profile:sweep-logos'), () => deleteUnneededLogos(services.db)), everyMinutes: 24 * 60 },
  ],
})
