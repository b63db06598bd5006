/**
 * Notices of requests may go to another address than the account's own, once whoever reads its mail has said so (R6). An address that was
 * proven is remembered for the account.
 */
import { Problem } from '@sampan/contract/errors'
import type { NoticesView } from '@sampan/contract/routes/notices'
import type { RequestDetail } from '@sampan/contract/routes/requests'
import { type Db, inTransaction, type Transaction } from '../../db/connect.ts'
import type { SignedIn } from '../../http/actor.ts'
import { mailboxKey } from '../../http/mailbox-rate.ts'
import { takeRate } from '../../http/rate-limit.ts'
import { sign, unsign } from '../../http/signing.ts'
import { addJob } from '../../jobs/queue.ts'
import type { Services } from '../../services.ts'
import { findAccount } from '../accounts/index.ts'
import { isSuspended } from '../owners/index.ts'
import { noticeProofJob, noticeProofKey } from './job-names.ts'
import * as requests from './queries.ts'
import * as queries from './queries-notices.ts'

type Deps = Pick<Services, 'clock' | 'config'>

const prefix = 'notices_'
export const noticeToken = (secret: Buffer, addressId: string): string => sign(secret, `${prefix}${addressId}`)

/** Null: notices go to the account's own address. */
export async function noticeState(db: Db, { authorId, notifyEmail }: requests.RequestRow): Promise<'waiting' | 'proven' | null> {
  if (!notifyEmail || !authorId || (await isOwnAddress(db, authorId, notifyEmail))) return null
  return (await queries.findNoticeAddress(db, { userId: authorId, email: notifyEmail }))?.provenAt ? 'proven' : 'waiting'
}

const isOwnAddress = async (db: Db, userId: string, email: string): Promise<boolean> =>
  (await findAccount(db, { id: userId }))?.user.email === email

/** Asks it, the first time that the account names it. */
export async function askNoticeAddress(tx: Transaction, deps: Deps, request: requests.RequestRow): Promise<void> {
  const { authorId: userId, notifyEmail: email } = request
  if (!userId || !email || (await isOwnAddress(tx, userId, email))) return
  const made = await queries.insertNoticeAddress(tx, { userId, email, createdAt: deps.clock() })
  if (made) await queueProof(tx, deps, made)
}

async function queueProof(tx: Transaction, { clock, config }: Deps, { id, userId, email }: queries.NoticeAddress): Promise<void> {
  const { noticeProof, noticeProofAddress } = config.rateLimits
  await takeRate(tx, noticeProofAddress, `${userId} ${mailboxKey(email)}`, clock())
  await takeRate(tx, noticeProof, userId, clock())
  await addJob(tx, noticeProofJob, { addressId: id, at: clock().getTime() }, { key: noticeProofKey(id) })
}

/** Asks it once more. */
export async function resendNoticeProof(services: Services, actor: SignedIn, slug: string): Promise<NoticeStateOf> {
  if (isSuspended(actor.status)) throw new Problem('accountSuspended')
  return inTransaction(services.db, async (tx) => {
    const request = await requests.lockOwn(tx, { slug, actor, action: 'change' })
    if (!request) throw new Problem('notYours')
    const { authorId: userId, notifyEmail: email } = request
    const state = await noticeState(tx, request)
    if (state !== 'waiting' || !userId || !email) return { notifyEmailState: state }
    const known = await queries.findNoticeAddress(tx, { userId, email })
    const row = known ?? (await queries.insertNoticeAddress(tx, { userId, email, createdAt: services.clock() }))
    if (row) await queueProof(tx, services, row)
    return { notifyEmailState: state }
  })
}
type NoticeStateOf = Pick<RequestDetail['request'], 'notifyEmailState'>

async function addressOf({ db, secrets }: Pick<Services, 'db' | 'secrets'>, token: string) {
  const text = unsign(secrets.link, token)
  const address = text?.startsWith(prefix) ? await queries.findNoticeAddress(db, { id: text.slice(prefix.length) }) : undefined
  const account = address && (await findAccount(db, { id: address.userId }))
  if (!address || !account) throw new Problem('mailLinkInvalid')
  return { address, by: account.user.email }
}

export async function readNotices(services: Services, token: string): Promise<NoticesView> {
  const { address, by } = await addressOf(services, token)
  return { email: address.email, by, state: address.provenAt ? 'proven' : 'waiting' }
}

/** Whoever reads the mail says yes; looking at the page says nothing. */
export async function proveNotices(services: Services, token: string): Promise<NoticesView> {
  const { address } = await addressOf(services, token)
  await queries.markProven(services.db, address.id, services.clock())
  return readNotices(services, token)
}
