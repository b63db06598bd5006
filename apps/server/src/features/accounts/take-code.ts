/** A code of the second step is taken once, in the transaction of what it allows (A10). */
import { createHmac } from 'node:crypto'
import { Problem } from '@sampan/contract/errors'
import { recoveryCodes, stepCodeLength } from '@sampan/contract/limits'
import { codeAlphabet } from '@sampan/contract/rules/verification-code'
import { totpStep } from '../../adapters/totp/totp.ts'
import type { Db, Transaction } from '../../db/connect.ts'
import { randomText } from '../../http/random-text.ts'
import { openText } from '../../sealed-text.ts'
import type { Services } from '../../services.ts'
import * as queries from './queries-second-factor.ts'

type Needs = Pick<Services, 'clock' | 'secrets'>

export const placeOf = ({ secondFactor }: Services['secrets'], userId: string) => ({
  secret: secondFactor,
  purpose: 'sampan second factor',
  boundTo: userId,
})

const hashOf = ({ secondFactor }: Services['secrets'], userId: string, code: string): Buffer =>
  createHmac('sha256', secondFactor).update(`recovery ${userId} ${code}`).digest()

/** Whether log-ins of the account ask for a code. */
export const hasSecondFactor = async (db: Db, userId: string): Promise<boolean> =>
  Boolean((await queries.findFactor(db, userId))?.confirmedAt)

/** The step of the code by a key that may not be confirmed yet. Throws secondFactorWrong. */
export function stepOf({ clock, secrets }: Needs, { userId, secret }: queries.FactorRow, code: string): number {
  const step = totpStep(openText(placeOf(secrets, userId), secret), code, clock())
  if (step === null) throw new Problem('secondFactorWrong')
  return step
}

async function takeAppCode(tx: Transaction, needs: Needs, userId: string, code: string): Promise<boolean> {
  const factor = await queries.findFactor(tx, userId)
  return factor !== undefined && queries.takeStep(tx, userId, stepOf(needs, factor, code))
}

/** Of the app or one to recover with. Throws secondFactorWrong, also for one that was taken before. */
export async function takeCode(tx: Transaction, needs: Needs, userId: string, code: string): Promise<void> {
  const isTaken =
    code.length === stepCodeLength
      ? await takeAppCode(tx, needs, userId, code)
      : await queries.takeRecoveryCode(tx, userId, hashOf(needs.secrets, userId, code), needs.clock())
  if (!isTaken) throw new Problem('secondFactorWrong')
}

const grouped = (code: string): string => code.match(new RegExp(`.{${recoveryCodes.groupLength}}`, 'g'))!.join('-')

/** Other ones, as they are told this once. */
export async function makeRecoveryCodes(tx: Transaction, { secrets }: Needs, userId: string): Promise<string[]> {
  const codes = Array.from({ length: recoveryCodes.count }, () => randomText(recoveryCodes.length, codeAlphabet))
  const hashes = codes.map((code) => hashOf(secrets, userId, code))
  await queries.replaceRecoveryCodes(tx, userId, hashes)
  return codes.map(grouped)
}
