import type { OperatorAct } from '@sampan/contract/states'
import { inTransaction, type Transaction } from '../../db/connect.ts'
import type { Services } from '../../services.ts'
import { insertAct } from './queries-log.ts'

/** Who does it: an operator in a browser, or whoever has the command line of the machine. */
export type By = { userId: string } | 'command'
type What = { act: OperatorAct; aboutUserId?: string; about?: string; detail?: string }

/** In the transaction of the act itself: neither is there without the other. */
export const noteAct = (tx: Transaction, by: By, what: What, at: Date): Promise<void> =>
  insertAct(tx, { ...what, byUserId: by === 'command' ? null : by.userId, at })

/** Of what a command goes on with for long and in many transactions: before the first of them, so that one which breaks off is known too. */
export const noteBegun = ({ db, clock }: Pick<Services, 'db' | 'clock'>, what: What): Promise<void> =>
  inTransaction(db, (tx) => noteAct(tx, 'command', what, clock()))
