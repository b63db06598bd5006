/** Verifies an address by its code. Wrong, used, too old or made for another browser: one answer, in the same time. */
import { Problem } from '@sampan/contract/errors'
import { codeMaxTries } from '@sampan/contract/limits'
import { addSeconds } from '../../add-seconds.ts'
import { inTransaction, type Transaction } from '../../db/connect.ts'
import type { Services } from '../../services.ts'
import { hashCode } from './code-secrecy.ts'
import { type Binding, markVerified, tryCode, wasJustUsed } from './queries.ts'

/** A try that is counted writes a row, others do not: every answer waits until both would be done. */
const answerAfterMs = 100
/** So long a client goes on asking when no answer comes. */
const repeatSeconds = 120

type Needs = Pick<Services, 'db' | 'clock' | 'wait' | 'secrets'>
/** What a person types a code for. */
export type CodeBinding = Binding & { purpose: 'send' | 'signUp' | 'emailChange' }

const check = <T>(
  { db, clock, secrets }: Omit<Needs, 'wait'>,
  binding: Binding,
  code: string,
  andThen: (tx: Transaction, now: Date) => Promise<T>,
  mayRepeat: boolean,
) =>
  // The count of tries must stay when the code was wrong, so the refusal is thrown outside.
  inTransaction(db, async (tx) => {
    const now = clock()
    const codeHash = hashCode(secrets.code, binding, code)
    const isRight = await tryCode(tx, binding, codeHash, codeMaxTries, now)
    const isRepeated = mayRepeat && !isRight && (await wasJustUsed(tx, binding, codeHash, addSeconds(now, -repeatSeconds)))
    return isRight || isRepeated ? { done: await andThen(tx, now) } : null
  })

/**
 * Throws codeWrong, or does what the code is for, in the transaction that uses it up. `mayRepeat`: doing it once more does no harm, so a
 * call whose answer was lost is answered as the first was (H3).
 */
export async function checkCodeAnd<T>(
  needs: Needs,
  binding: CodeBinding,
  code: string,
  andThen: (tx: Transaction, now: Date) => Promise<T>,
  mayRepeat = false,
): Promise<T> {
  const [right] = await Promise.all([check(needs, binding, code, andThen, mayRepeat), needs.wait(answerAfterMs)])
  if (!right) throw new Problem('codeWrong')
  return right.done
}

/** Throws codeWrong, or marks the address as verified in that browser. */
export const checkCode = (needs: Needs, binding: CodeBinding, code: string): Promise<void> =>
  checkCodeAnd(needs, binding, code, (tx, now) => markVerified(tx, binding.browserHash, binding.email, now), true)
