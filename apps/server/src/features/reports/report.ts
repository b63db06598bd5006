/** Somebody says that a transfer or a file request should not be there (D7). Whose it is learns nothing of it: in a transfer to one person that would name them. */
import type { ReportReason } from '@sampan/contract/states'
import { addSeconds } from '../../add-seconds.ts'
import { inTransaction } from '../../db/connect.ts'
import type { Actor } from '../../http/actor.ts'
import { returnRate, takeRate } from '../../http/rate-limit.ts'
import { addJob } from '../../jobs/queue.ts'
import type { Services } from '../../services.ts'
import { type LinkQuery, resolveLink } from '../downloads/index.ts'
import { findVisitor } from '../requests/index.ts'
import { notifyOperatorJob } from './job-names.ts'
import * as queries from './queries.ts'

type Report = { reason: ReportReason; text: string; email?: string | undefined }
/** The same words again within so long: a button pressed twice, an answer that was lost. */
const sameSeconds = 3600
/** Reports that come together are told in one mail. */
const gatherSeconds = 2

/** In every state of a link that leads to something, behind a password too: what is bad may be in its mail or its names. */
export async function reportTransfer(services: Services, actor: Actor, query: LinkQuery, report: Report): Promise<{ ok: true }> {
  const { transfer } = await resolveLink(services, actor, query)
  return keep(services, actor, { transferId: transfer.id }, report)
}

/** Likewise of a request. */
export async function reportRequest(
  services: Services,
  actor: Actor,
  link: { slug: string; user?: string | undefined },
  report: Report,
): Promise<{ ok: true }> {
  const { request } = await findVisitor(services, actor, { ...link, unlocked: null })
  return keep(services, actor, { requestId: request.id }, report)
}

async function keep(
  services: Services,
  actor: Actor,
  subject: queries.Subject,
  { reason, text, email }: Report,
): Promise<{ ok: true }> {
  const now = services.clock()
  const row = { ...subject, reason, text: text.trim(), email: email || null, reportedAt: now }
  await inTransaction(services.db, async (tx) => {
    const hit = await takeRate(tx, services.config.rateLimits.abuseReport, actor.networkKey, now)
    if (await queries.findSame(tx, row, addSeconds(now, -sameSeconds))) return returnRate(tx, hit)
    await queries.insertReport(tx, row)
    const options = { key: `tellOperator:${Object.values(subject).join()}`, afterSeconds: gatherSeconds }
    await addJob(tx, notifyOperatorJob, subject, options)
  })
  return { ok: true }
}
