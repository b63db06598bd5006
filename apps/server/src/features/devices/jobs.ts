import { dashTokensPath } from '@sampan/contract/paths'
import { inTransaction, type Transaction } from '../../db/connect.ts'
import { addJob, handleJob, type JobHandler, jobName, type TimedJob } from '../../jobs/queue.ts'
import { urlOf } from '../../links.ts'
import type { RenderedMail } from '../../mail-layout/render-mail.tsx'
import type { Services } from '../../services.ts'
import { deleteOldDeviceRequests, findUser, type MailCommon, mailAccount } from '../accounts/index.ts'
import { tokenEndingMail, tokenMadeMail } from './emails.tsx'
import { tokenEndingJob, tokenMadeJob } from './job-names.ts'
import { findToken, type TokenRow, takeEnding } from './queries-tokens.ts'

type Told = { tokenId: string; userId: string }

/** Nobody is told of a token that was revoked meanwhile, or whose account has gone. */
async function tellOwner(
  services: Services,
  { tokenId, userId }: Told,
  mailId: string,
  write: (told: MailCommon & { token: TokenRow }) => RenderedMail,
): Promise<void> {
  const user = await findUser(services.db, userId)
  const token = await findToken(services.db, tokenId, userId)
  if (!user || !token || token.isRevoked) return
  const { language } = user
  const link = urlOf(services.config, dashTokensPath)
  await mailAccount(services, user, mailId, write({ language, productName: services.config.productName, link, token }))
}

const batch = 200

/** May run twice and at once: what one run has taken no other finds. */
async function tellEnding({ db, clock }: Services): Promise<void> {
  const tell = async (tx: Transaction): Promise<number> => {
    const ending = await takeEnding(tx, clock(), batch)
    for (const { id: tokenId, userId } of ending)
      await addJob(tx, tokenEndingJob, { tokenId, userId }, { key: `tokenEnding:${tokenId}` })
    return ending.length
  }
  while ((await inTransaction(db, tell)) === batch);
}

export const deviceJobs = (services: Services): { jobs: JobHandler[]; timed: TimedJob[] } => ({
  jobs: [
    handleJob(tokenMadeJob, ({ userAgent, ip, ...told }) =>
      tellOwner(services, told, `token-made-${told.tokenId}`, (mail) =>
        tokenMadeMail({ ...mail, visit: { userAgent, ip, at: mail.token.createdAt } }),
      ),
    ),
    handleJob(tokenEndingJob, (told) => tellOwner(services, told, `token-ending-${told.tokenId}`, tokenEndingMail)),
  ],
  timed: [
    {
      ...handleJob(jobName('devices:delete-old-requests'), () => deleteOldDeviceRequests(services.db, services.clock())),
      everyMinutes: 60,
    },
    { ...handleJob(jobName('devices:tell-ending-tokens'), () => tellEnding(services)), everyMinutes: 60 },
  ],
})
