/** The mails of accounts, and the end of what nobody signs in with any more. */
import { disownPath, type Language } from '@sampan/contract/paths'
import { formatCountry } from '@sampan/texts/format'
import { addSeconds } from '../../add-seconds.ts'
import { handleJob, type JobHandler, jobName, type TimedJob } from '../../jobs/queue.ts'
import { urlOf } from '../../links.ts'
import type { RenderedMail } from '../../mail-layout/render-mail.tsx'
import type { Services } from '../../services.ts'
import { disownToken } from './disown-session.ts'
import { accountMadeMail, accountThereMail, newDeviceMail, sessionEndedMail } from './emails.tsx'
import { accountMadeJob, accountThereJob, newDeviceJob, sessionEndedJob } from './job-names.ts'
import { credentialJobs } from './jobs-credentials.ts'
import { commonOf, mailAccount } from './mail-account.ts'
import * as queries from './queries.ts'
import { deleteOldChallenges } from './queries-passkeys.ts'
import { deleteOldRemembered } from './queries-second-factor.ts'

/** Sessions that ended stay so long: a browser that was signed in once is told from a stranger (R19). */
const keptSeconds = 30 * 86_400

async function notifyAccountExists(services: Services, mailId: string, userId: string): Promise<void> {
  const account = await queries.findAccount(services.db, { id: userId })
  if (account) await mailAccount(services, account.user, mailId, accountThereMail(commonOf(services, account.user)))
}

type Visit = { userAgent: string; ip: string; at: Date }

/** A mail that tells of a session, in the words of `write`. */
async function notifyOfSession(
  services: Services,
  { mailId, sessionId }: { mailId: string; sessionId: string },
  write: (mail: ReturnType<typeof commonOf> & Visit) => RenderedMail,
): Promise<void> {
  const session = await queries.findSession(services.db, sessionId)
  const account = session && (await queries.findAccount(services.db, { id: session.userId }))
  if (!account) return
  const { userAgent, ip, createdAt } = session
  await mailAccount(services, account.user, mailId, write({ ...commonOf(services, account.user), userAgent, ip, at: createdAt }))
}

/** The place as far as the network address tells it, and the link that ends the session. */
function whereOf({ geo, config, secrets }: Services, sessionId: string, { ip, language }: Visit & { language: Language }) {
  const { countryCode, city } = geo.placeOf(ip)
  const place = [city, formatCountry(countryCode, language)].filter(Boolean).join(', ')
  return { place, link: urlOf(config, disownPath(disownToken(secrets, sessionId))) }
}

export const accountJobs = (services: Services): { jobs: JobHandler[]; timed: TimedJob[] } => ({
  jobs: [
    handleJob(accountThereJob, ({ mailId, userId }) => notifyAccountExists(services, mailId, userId)),
    handleJob(accountMadeJob, (payload) =>
      notifyOfSession(services, payload, (mail) => accountMadeMail({ ...mail, supportEmail: services.config.supportEmail })),
    ),
    handleJob(newDeviceJob, (payload) =>
      notifyOfSession(services, payload, (mail) => newDeviceMail({ ...mail, ...whereOf(services, payload.sessionId, mail) })),
    ),
    handleJob(sessionEndedJob, (payload) => notifyOfSession(services, payload, sessionEndedMail)),
    ...credentialJobs(services).jobs,
  ],
  timed: [
    {
      ...handleJob(jobName('accounts:delete-old-sessions'), async () => {
        await queries.deleteOldSessions(services.db, addSeconds(services.clock(), -keptSeconds))
        await deleteOldRemembered(services.db, services.clock())
        await deleteOldChallenges(services.db, services.clock())
      }),
      everyMinutes: 24 * 60,
    },
    ...credentialJobs(services).timed,
  ],
})
