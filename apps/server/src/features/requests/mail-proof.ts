/** Asks an address whether it wants the notices of somebody's requests (R6). It names nothing that anybody could have chosen to say. */

import { noticesPath } from '@sampan/contract/paths'
import { MailRefused } from '../../adapters/mail/mail.ts'
import type { JobTry } from '../../jobs/queue.ts'
import { urlOf } from '../../links.ts'
import type { Services } from '../../services.ts'
import { findAccount } from '../accounts/index.ts'
import { askOrLater, sendMail } from '../mails/index.ts'
import { proofMail } from './emails.tsx'
import { noticeProofJob, noticeProofKey, type ProofPayload } from './job-names.ts'
import { noticeToken } from './notice-address.ts'
import { findNoticeAddress } from './queries-notices.ts'

export async function mailProof(services: Services, payload: ProofPayload, tried: JobTry): Promise<void> {
  const { db, config, secrets } = services
  const address = await findNoticeAddress(db, { id: payload.addressId })
  const account = address && !address.provenAt ? await findAccount(db, { id: address.userId }) : undefined
  if (!address || !account) return
  const { id: authorId, email, language } = account.user
  const addressed = { kind: 'noticeProof', to: address.email, sender: { email, authorId } } as const
  const pass = await askOrLater(services, addressed, tried, { job: noticeProofJob, payload, key: noticeProofKey(address.id) })
  if (!pass) return
  const link = urlOf(config, noticesPath(noticeToken(secrets.link, address.id)))
  const mail = proofMail({ language, productName: config.productName, link, by: email, refuseLink: pass.refuseLink })
  try {
    await sendMail(services, pass, { ...mail, id: `notices-${address.id}.${payload.at}` })
  } catch (error) {
    if (!(error instanceof MailRefused)) throw error
  }
}
