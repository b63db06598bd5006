/** Somebody whose link is over, used up or locked asks its sender for more time, more downloads or the password (X2). */
import { randomUUID } from 'node:crypto'
import { type ErrorCode, Problem } from '@sampan/contract/errors'
import type { AskedFor, LinkState } from '@sampan/contract/states'
import { addSeconds } from '../../add-seconds.ts'
import { inTransaction, type Transaction } from '../../db/connect.ts'
import type { Actor } from '../../http/actor.ts'
import { readerWords } from '../../http/device-words.ts'
import { returnRate, takeRate } from '../../http/rate-limit.ts'
import { addJob } from '../../jobs/queue.ts'
import type { Services } from '../../services.ts'
import { type Link, type LinkQuery, resolveLink } from '../downloads/index.ts'
import { notify } from '../notifications/index.ts'
import { addEvent, placeOf } from '../timeline/index.ts'
import { refusedTime } from '../transfers/index.ts'
import { extensionHash, extensionToken } from './extension-token.ts'
import { askSenderJob, askSenderKey } from './job-names.ts'
import * as queries from './queries.ts'

type TimeRequest = { email?: string | undefined; note: string }

const refusals: Partial<Record<LinkState, ErrorCode>> = {
  disabled: 'transferDisabled',
  takenDown: 'transferTakenDown',
}
const askedIn: Partial<Record<LinkState, AskedFor>> = { expired: 'moreTime', limitReached: 'moreDownloads', password: 'password' }
const told = { moreTime: 'timeRequested', moreDownloads: 'downloadsRequested', password: 'passwordRequested' } as const
/** The same words of the same person within so long are one request: a button pressed twice, an answer that was lost. */
const sameSeconds = 600

/** The address that is told of the sender's answer. */
export async function requestTime(
  services: Services,
  actor: Actor,
  query: LinkQuery,
  { email, note }: TimeRequest,
): Promise<{ email: string }> {
  const link = await resolveLink(services, actor, query)
  const about = askedOf(link, services)
  const asker = link.recipient?.email ?? email
  if (!asker) throw new Problem('invalidInput', {}, { fields: { email: 'required' } })
  await inTransaction(services.db, (tx) => ask(tx, services, { link, actor, about, email: asker, note: note.trim() }))
  return { email: asker }
}

/** What the link lacks, whatever its page was when it was opened. */
function askedOf({ state, transfer }: Link, { config, clock }: Pick<Services, 'config' | 'clock'>): AskedFor {
  const about = askedIn[state]
  if (!about) throw new Problem(refusals[state] ?? 'linkStillOpen')
  const refused = about === 'moreTime' ? refusedTime(transfer, config, clock()) : null
  if (refused) throw new Problem(refused)
  return about
}

type Asking = { link: Link; actor: Actor; about: AskedFor; email: string; note: string }

async function ask(tx: Transaction, services: Services, { link, actor, about, email, note }: Asking): Promise<void> {
  const { transfer, recipient } = link
  const { rateLimits } = services.config
  const now = services.clock()
  const hit = await takeRate(tx, rateLimits.timeRequest, `${transfer.id}:${email}`, now)
  if (await queries.findSame(tx, { transferId: transfer.id, about, email, note }, addSeconds(now, -sameSeconds)))
    return returnRate(tx, hit)
  await takeRate(tx, rateLimits.timeRequest, `${transfer.id}:${actor.networkKey}`, now)
  await takeRate(tx, rateLimits.timeRequestLink, transfer.id, now)
  const requestId = randomUUID()
  await queries.insertRequest(tx, {
    id: requestId,
    transferId: transfer.id,
    recipientId: recipient?.id ?? null,
    about,
    email,
    note,
    language: actor.language,
    tokenHash: extensionHash(extensionToken(services.secrets.link, requestId)),
    askedAt: now,
  })
  await addJob(tx, askSenderJob, { requestId }, { key: askSenderKey(requestId) })
  const whence = { place: placeOf(services, link.ownerPlaces, actor.ip), program: readerWords(actor.userAgent).program }
  await addEvent(tx, {
    transferId: transfer.id,
    kind: told[about],
    actor: recipient ? 'recipient' : 'visitor',
    at: now,
    recipient,
    ...whence,
    detail: { email, note },
  })
  await notify(tx, { transferId: transfer.id, kind: told[about], at: now, recipientEmail: email, reason: note, ...whence })
}
