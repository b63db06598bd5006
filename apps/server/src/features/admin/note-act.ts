import type { OperatorAct } from '@sampan/contract/states'
import type { Transaction } from '../../db/connect.ts'
import { insertAct } from './queries-log.ts'

/** Who does it: an operator in a browser, or whoever has the command line of the machine. */
export type By = { userId: string } | 'command'
type What = { act: OperatorAct; aboutUserId?: string; about?: string; detail?: string }

/** In the transaction of the act itself: neither is there without the other. */
export const noteAct = (tx: Transaction, by: By, what: What, at: Date): Promise<void> =>
  insertAct(tx, { ...what, byUserId: by === 'command' ? null : by.userId, at })
