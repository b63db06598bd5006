/**
 * One code for all who ask for one to the same address at the same time (R18). A mailbox gets so many mails an hour and no more, whoever
 * asks; a hundred networks must not shut its owner out by that. So who comes then is given the code of a mail that is there already, or
 * of one more: only who reads the mailbox knows it, and each browser has tries of its own.
 */
import { createHmac, randomUUID } from 'node:crypto'
import { codeLength, codeLifeSeconds, jointCode } from '@sampan/contract/limits'
import { surelyMailboxOf } from '@sampan/contract/rules/recipients'
import { codeAlphabet } from '@sampan/contract/rules/verification-code'
import { addSeconds } from '../../add-seconds.ts'
import type { Db, Transaction } from '../../db/connect.ts'
import { jointKey, mailboxKey } from '../../http/mailbox-rate.ts'
import { takeRate } from '../../http/rate-limit.ts'
import type { Services } from '../../services.ts'
import { hashCode } from './code-secrecy.ts'
import { type Binding, findCode, replaceCode } from './queries.ts'

/** `isNew`: it has to be mailed. */
type JointCode = { id: string; code: string; expiresAt: Date; isNew: boolean }

/** Of no browser, so no browser can make or replace it. */
const bindingOf = (email: string): Binding => ({ email: surelyMailboxOf(email), purpose: 'joint', browserHash: '' })

/** Worked out and not kept: 25 bits of a MAC over the row's id. */
const codeOf = (secret: Buffer, id: string): string =>
  [...createHmac('sha256', secret).update(`joint ${id}`).digest().subarray(0, codeLength)]
    .map((byte) => codeAlphabet[byte % codeAlphabet.length])
    .join('')

const findLive = (db: Db, email: string, now: Date) => findCode(db, bindingOf(email), addSeconds(now, jointCode.minLeftSeconds))

export const hasJointCode = async (db: Db, email: string, now: Date): Promise<boolean> =>
  (await findLive(db, email, now)) !== undefined

/** Within its limits; those who ask at once wait here for each other, so that one of them makes it. */
export async function takeJointCode(
  tx: Transaction,
  { secrets, config: { rateLimits } }: Pick<Services, 'secrets' | 'config'>,
  email: string,
  now: Date,
): Promise<JointCode> {
  await takeRate(tx, rateLimits.codeJoin, mailboxKey(email), now)
  const live = await findLive(tx, email, now)
  const { id, expiresAt } = live ?? { id: randomUUID(), expiresAt: addSeconds(now, codeLifeSeconds) }
  const code = codeOf(secrets.code, id)
  if (live) return { id, code, expiresAt, isNew: false }
  await takeRate(tx, rateLimits.codeJoint, jointKey(email), now)
  await takeRate(tx, rateLimits.codeJointDay, jointKey(email), now)
  const binding = bindingOf(email)
  await replaceCode(tx, binding, { id, codeHash: hashCode(secrets.code, binding, code), expiresAt, createdAt: now })
  return { id, code, expiresAt, isNew: true }
}
