/** Tells the sender of a transfer by the bell (T5), in the transaction of what happened; a guest who sent it has none. */
import type { NotificationKind } from '@sampan/contract/states'
import { addSeconds } from '../../add-seconds.ts'
import type { Transaction } from '../../db/connect.ts'
import { notifyLive } from '../../db/live.ts'
import * as queries from './queries.ts'

export type NewNotification = {
  transferId: string
  /** Where the caller has just read it. */
  transfer?: { authorId: string | null; ownerId: string; slug: string; fileName: string; fileCount: number } | undefined
  kind: NotificationKind
  at: Date
  /** The recipient whom it is about. */
  recipientEmail?: string | null | undefined
  place?: { countryCode: string | null; city: string } | undefined
  program?: string | undefined
  /** What of the transfer it is about; all of it where that is not said. */
  file?: { name: string; count: number } | undefined
  /** In the words of whoever said it: a mail server, a scanner, a recipient; of what was submitted, the title of its request. */
  reason?: string | undefined
  /** What the same person does within `withinSeconds` is told as one, with its files counted together. */
  gather?: { person: string; withinSeconds: number } | undefined
}

const maxReason = 500

export async function notify(tx: Transaction, news: NewNotification): Promise<void> {
  const { transferId, kind, at, recipientEmail, place, program, file, reason, gather } = news
  const author = news.transfer ? { userId: news.transfer.authorId, ...news.transfer } : await queries.authorOf(tx, transferId)
  if (!author?.userId) return
  const row = {
    userId: author.userId,
    transferId,
    kind,
    at,
    recipientEmail,
    countryCode: place?.countryCode,
    city: place?.city,
    program,
    fileName: file?.name ?? author.fileName,
    fileCount: file?.count ?? author.fileCount,
    reason: reason?.slice(0, maxReason),
  }
  if (!gather) await queries.insertNotification(tx, row)
  else {
    const gathered = { ...row, person: gather.person }
    const since = addSeconds(at, -gather.withinSeconds)
    if (!(await queries.gatherInto(tx, gathered, since, author.fileCount))) await queries.insertNotification(tx, gathered)
  }
  await notifyLive(tx, { ownerId: author.ownerId, what: 'notifications', slug: author.slug })
}
