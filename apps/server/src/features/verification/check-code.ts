/** Proves an address by its code. Wrong, used, too old or made for another browser: one answer, in the same time. */
import { setTimeout as wait } from 'node:timers/promises'
import { Problem } from '@sampan/contract/errors'
import { codeMaxTries } from '@sampan/contract/limits'
import { inTransaction } from '../../db/connect.ts'
import type { Services } from '../../services.ts'
import { hashCode } from './code-secrecy.ts'
import { type Binding, markVerified, tryCode } from './queries.ts'

/** A try that is counted writes a row, others do not: every answer waits until both would be done. */
const answerAfterMs = 100

type Needs = Pick<Services, 'db' | 'clock' | 'secrets'>
/** What a person types a code for. */
export type CodeBinding = Binding & { purpose: 'send' | 'signUp' }

const check = ({ db, clock, secrets }: Needs, binding: Binding, code: string): Promise<boolean> =>
  // The count of tries must stay when the code was wrong, so the refusal is thrown outside.
  inTransaction(db, async (tx) => {
    const now = clock()
    const isRight = await tryCode(tx, binding, hashCode(secrets.code, binding, code), codeMaxTries, now)
    if (isRight) await markVerified(tx, binding.browserHash, binding.email, now)
    return isRight
  })

/** Throws codeWrong, or marks the address as proved in that browser. */
export async function checkCode(needs: Needs, binding: CodeBinding, code: string): Promise<void> {
  const [isRight] = await Promise.all([check(needs, binding, code), wait(answerAfterMs)])
  if (!isRight) throw new Problem('codeWrong')
}
