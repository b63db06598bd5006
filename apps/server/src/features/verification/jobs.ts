import { verifiedSeconds } from '@sampan/contract/limits'
import { addSeconds } from '../../add-seconds.ts'
import { handleJob, type JobHandler, type TimedJob } from '../../jobs/queue.ts'
import type { Services } from '../../services.ts'
import { sendOwnMail } from '../mails/index.ts'
import { openCode } from './code-secrecy.ts'
import { codeMail } from './emails.tsx'
import { addressOfCode, type CodeMailPayload, deleteExpired } from './queries.ts'
import { codeMailJob } from './send-code.ts'

/** A code that was used, replaced or is too old by now is not mailed any more. */
async function mailCode(services: Services, { verificationId, purpose, language, sealedCode }: CodeMailPayload): Promise<void> {
  const { db, clock, config, secrets } = services
  const to = await addressOfCode(db, verificationId, clock())
  if (!to) return
  const { productName } = config
  const code = openCode(secrets.code, verificationId, sealedCode)
  const mail = await codeMail({ code, purpose, language, productName })
  await sendOwnMail(services, 'code', { id: `code-${verificationId}`, to, ...mail })
}

export const verificationJobs = (services: Services): { jobs: JobHandler[]; timed: TimedJob[] } => ({
  jobs: [handleJob(codeMailJob, (payload) => mailCode(services, payload))],
  timed: [
    {
      name: 'delete-old-verifications',
      everyMinutes: 10,
      run: () => deleteExpired(services.db, services.clock(), addSeconds(services.clock(), -verifiedSeconds)),
    },
  ],
})
