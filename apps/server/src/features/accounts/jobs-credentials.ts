/** The mails of what one signs in with. */
import { accountSecurityPath, disownPath, loginPath } from '@sampan/contract/paths'
import { addSeconds } from '../../add-seconds.ts'
import { handleJob, type JobHandler, jobName, type TimedJob } from '../../jobs/queue.ts'
import { urlOf } from '../../links.ts'
import type { Services } from '../../services.ts'
import { disownToken } from './disown-session.ts'
import { accountBroughtMail } from './emails-brought.tsx'
import { emailChangedMail, passkeyMail, passwordChangedMail, providerMail, secondFactorMail } from './emails-credentials.tsx'
import {
  accountBroughtJob,
  type ChangeOrigin,
  emailChangedJob,
  passkeyJob,
  passwordChangedJob,
  providerJob,
  resetLinkJob,
  secondFactorJob,
} from './job-names.ts'
import { lookAtDirectories } from './look-at-directories.ts'
import { commonOf, mailAccount } from './mail-account.ts'
import { findAccount, type UserRow } from './queries.ts'
import { deleteOldResets } from './queries-credentials.ts'
import { mailReset } from './reset-password.ts'

/** A try that comes late still finds its row, and sees that the link was used. */
const keptSeconds = 86_400

const originOf = ({ userAgent, ip, at }: ChangeOrigin) => ({ userAgent, ip, at: new Date(at) })

/** Where whoever did not do this takes the account back. */
const resetFormOf = ({ config }: Services, { language, email }: UserRow): string =>
  urlOf(config, `${loginPath(language)}?${new URLSearchParams({ forgotPass: '1', user: email })}`)

async function notifyPasswordChanged(
  services: Services,
  payload: NonNullable<(typeof passwordChangedJob)['payload']>,
): Promise<void> {
  const account = await findAccount(services.db, { id: payload.userId })
  if (!account) return
  const { user } = account
  const mail = { ...commonOf(services, user), link: resetFormOf(services, user), isReset: payload.isReset, ...originOf(payload) }
  await mailAccount(services, user, payload.mailId, passwordChangedMail(mail))
}

/** Where they log in, or ask for a link to a password if they have none here. */
async function notifyBrought(services: Services, { mailId, userId }: { mailId: string; userId: string }): Promise<void> {
  const account = await findAccount(services.db, { id: userId })
  if (!account) return
  const { user } = account
  const [common, hasPassword] = [commonOf(services, user), user.passwordHash !== null]
  const link = hasPassword ? common.link : resetFormOf(services, user)
  await mailAccount(services, user, mailId, accountBroughtMail({ ...common, link, hasPassword }))
}

async function notifyEmailChanged(services: Services, payload: NonNullable<(typeof emailChangedJob)['payload']>): Promise<void> {
  const { mailId, userId, from, to } = payload
  const account = await findAccount(services.db, { id: userId })
  if (!account) return
  const { supportEmail } = services.config
  const mail = emailChangedMail({ ...commonOf(services, account.user), ...originOf(payload), to, supportEmail })
  await mailAccount(services, account.user, mailId, mail, from)
}

async function notifySecondFactor(services: Services, payload: NonNullable<(typeof secondFactorJob)['payload']>): Promise<void> {
  const account = await findAccount(services.db, { id: payload.userId })
  if (!account) return
  const { user } = account
  const { mailId, what, origin } = payload
  const { supportEmail } = services.config
  const link = resetFormOf(services, user)
  const mail = secondFactorMail({ ...commonOf(services, user), link, what, supportEmail, visit: origin && originOf(origin) })
  await mailAccount(services, user, mailId, mail)
}

/** Whoever has added one that they should not have is shut out together with it. */
async function notifyPasskey(services: Services, payload: NonNullable<(typeof passkeyJob)['payload']>): Promise<void> {
  const account = await findAccount(services.db, { id: payload.userId })
  if (!account) return
  const { user } = account
  const { mailId, sessionId, what, name } = payload
  const path = what === 'added' && sessionId && disownPath(disownToken(services.secrets, sessionId))
  const link = path ? urlOf(services.config, path) : resetFormOf(services, user)
  const mail = passkeyMail({ ...commonOf(services, user), ...originOf(payload), link, what, name })
  await mailAccount(services, user, mailId, mail)
}

async function notifyProvider(services: Services, payload: NonNullable<(typeof providerJob)['payload']>): Promise<void> {
  const account = await findAccount(services.db, { id: payload.userId })
  if (!account) return
  const { user } = account
  const { mailId, sessionId, what, name } = payload
  const path = what === 'connected' && sessionId && disownPath(disownToken(services.secrets, sessionId))
  const link = path ? urlOf(services.config, path) : urlOf(services.config, accountSecurityPath)
  const mail = providerMail({ ...commonOf(services, user), ...originOf(payload), link, what, name, canDisown: Boolean(path) })
  await mailAccount(services, user, mailId, mail)
}

export const credentialJobs = (services: Services): { jobs: JobHandler[]; timed: TimedJob[] } => ({
  jobs: [
    handleJob(resetLinkJob, (payload) => mailReset(services, payload)),
    handleJob(passwordChangedJob, (payload) => notifyPasswordChanged(services, payload)),
    handleJob(secondFactorJob, (payload) => notifySecondFactor(services, payload)),
    handleJob(passkeyJob, (payload) => notifyPasskey(services, payload)),
    handleJob(providerJob, (payload) => notifyProvider(services, payload)),
    handleJob(accountBroughtJob, (payload) => notifyBrought(services, payload)),
    handleJob(emailChangedJob, (payload) => notifyEmailChanged(services, payload)),
  ],
  timed: [
    {
      ...handleJob(jobName('accounts:delete-old-resets'), () =>
        deleteOldResets(services.db, addSeconds(services.clock(), -keptSeconds)),
      ),
      everyMinutes: 60,
    },
    { ...handleJob(jobName('accounts:look-at-directories'), () => lookAtDirectories(services)), everyMinutes: 60 },
  ],
})
