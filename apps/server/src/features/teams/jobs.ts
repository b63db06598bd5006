/** The mails of teams: invitations, and what became of somebody. */
import { accountTeamsPath, handoverPath, invitationPath } from '@sampan/contract/paths'
import { MailRefused } from '../../adapters/mail/mail.ts'
import { handleJob, type JobHandler, type JobTry } from '../../jobs/queue.ts'
import { urlOf } from '../../links.ts'
import type { Services } from '../../services.ts'
import { findUser, headOfTeam } from '../accounts/index.ts'
import { contactOfAddress } from '../contacts/index.ts'
import { askOrLater, sendMail, sendOwnMail } from '../mails/index.ts'
import { readerLanguage } from '../transfers/index.ts'
import { handoverMail, invitedMail, newsMail } from './emails.tsx'
import { handoverJob, invitedJob, invitedKey, type TeamNews, teamNewsJob } from './job-names.ts'
import * as queries from './queries.ts'
import { handoverOf } from './queries-handovers.ts'
import { nameOfTeam } from './read-team.ts'
import { handoverToken, invitationToken } from './token.ts'

type Invited = { invitationId: string; again: number }

/** Nothing where it was taken back or answered meanwhile. */
async function mailInvited(services: Services, payload: Invited, tried: JobTry): Promise<void> {
  const { db, config, secrets, clock } = services
  const row = await queries.findInvitation(db, payload.invitationId)
  const inviter = row?.invitedBy ? await findUser(db, row.invitedBy) : undefined
  if (!row || !inviter || row.state !== 'invited' || row.expiresAt <= clock()) return
  const sender = { email: inviter.email, authorId: inviter.id }
  const addressed = { kind: 'teamInvited', to: row.email, sender } as const
  const key = invitedKey(row.id, payload.again)
  const pass = await askOrLater(services, addressed, tried, { job: invitedJob, payload, key })
  if (!pass) return
  // Their words, as in the mails of transfers to the same person; the inviter's where nothing is known of them.
  const language = (await contactOfAddress(db, row.ownerId, row.email))?.language ?? null
  const mail = invitedMail({
    language: await readerLanguage(db, { email: row.email, language }, row),
    productName: config.productName,
    link: urlOf(config, invitationPath(invitationToken(secrets.link, row.id))),
    teamName: await nameOfTeam(db, row.ownerId),
    inviter: inviter.fullName || inviter.email,
    role: row.role,
    expiresAt: row.expiresAt,
    refuseLink: pass.refuseLink,
  })
  try {
    await sendMail(services, pass, { ...mail, id: `team-invited-${row.id}.${payload.again}` })
  } catch (error) {
    if (!(error instanceof MailRefused)) throw error
  }
}

async function mailNews(services: Services, { kind, to, ownerId, about, mailId }: TeamNews & { mailId: string }): Promise<void> {
  const user = await findUser(services.db, to)
  if (!user) return
  const { productName } = services.config
  const link = urlOf(services.config, accountTeamsPath)
  const teamName = kind === 'ended' ? about : await nameOfTeam(services.db, ownerId)
  const mail = newsMail({ language: user.language, productName, link, kind, teamName, about })
  await sendOwnMail(services, 'team', { ...mail, id: `team-${mailId}`, to: user.email })
}

/** Nothing where it was taken back, confirmed, or somebody else is named meanwhile. */
async function mailHandover(services: Services, { ownerId, at }: { ownerId: string; at: number }): Promise<void> {
  const { db, config, secrets, clock } = services
  const row = await handoverOf(db, ownerId)
  const head = await headOfTeam(db, ownerId)
  const user = row && (await findUser(db, row.toId))
  const isOpen = row && row.expiresAt.getTime() === at && row.expiresAt > clock() && row.fromId === head?.userId
  if (!isOpen || !user) return
  const mail = handoverMail({
    language: user.language,
    productName: config.productName,
    link: urlOf(config, handoverPath(handoverToken(secrets.link, row))),
    teamName: await nameOfTeam(db, ownerId),
    owner: head.fullName || head.email,
    expiresAt: row.expiresAt,
  })
  await sendOwnMail(services, 'team', { ...mail, id: `team-handover-${ownerId}.${at}`, to: user.email })
}

export const teamJobs = (services: Services): { jobs: JobHandler[] } => ({
  jobs: [
    handleJob(invitedJob, (payload, tried) => mailInvited(services, payload, tried)),
    handleJob(handoverJob, (payload) => mailHandover(services, payload)),
    handleJob(teamNewsJob, (payload) => mailNews(services, payload)),
  ],
})
