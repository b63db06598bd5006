/** The one-use ticket that a verified address gives its browser: without it nobody signs up with that address (A1). */
import { randomUUID } from 'node:crypto'
import { cookies } from '@sampan/contract/cookies'
import { codeMaxTries } from '@sampan/contract/limits'
import { addSeconds } from '../../add-seconds.ts'
import type { Db, Transaction } from '../../db/connect.ts'
import { randomText } from '../../http/random-text.ts'
import { hashCode } from './code-secrecy.ts'
import { type Binding, isRightCode, replaceCode, tryCode } from './queries.ts'

export type Person = { email: string; browserHash: string }
export type Ticket = { token: string; expiresAt: Date }

/** 190 bits. */
const tokenLength = 32
const bindingOf = ({ email, browserHash }: Person): Binding => ({ email, browserHash, purpose: 'signUpTicket' })

/** A newer ticket replaces the older one. */
export async function giveTicket(tx: Transaction, secret: Buffer, person: Person, now: Date): Promise<Ticket> {
  const binding = bindingOf(person)
  const token = randomText(tokenLength)
  const expiresAt = addSeconds(now, cookies.signUpTicket.maxAgeSeconds)
  await replaceCode(tx, binding, { id: randomUUID(), codeHash: hashCode(secret, binding, token), expiresAt, createdAt: now })
  return { token, expiresAt }
}

export const isTicket = (db: Db, secret: Buffer, person: Person, token: string, now: Date): Promise<boolean> =>
  isRightCode(db, bindingOf(person), hashCode(secret, bindingOf(person), token), now)

/** Uses it up; false where another call was first. */
export const useTicket = (tx: Transaction, secret: Buffer, person: Person, token: string, now: Date): Promise<boolean> =>
  tryCode(tx, bindingOf(person), hashCode(secret, bindingOf(person), token), codeMaxTries, now)
