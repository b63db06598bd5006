/** What operators have done (O11). A trigger refuses to change or to delete a row; accounts are named by their ids, so that nothing of them is left when they end. */
import type { OperatorAct } from '@sampan/contract/states'
import { index, pgTable, text, uuid } from 'drizzle-orm/pg-core'
import { at, id } from './columns.ts'

export const operatorLog = pgTable(
  'operator_log',
  {
    id: id(),
    at: at('at').notNull(),
    /** Null: on the command line. The account may be gone. */
    byUserId: uuid('by_user_id'),
    act: text('act').$type<OperatorAct>().notNull(),
    /** Whom it was done to, where that is an account, which may be gone. */
    aboutUserId: uuid('about_user_id'),
    /** What it was done to otherwise: a slug, a kind of job, or an id. */
    about: text('about').notNull().default(''),
    /** The reason, or the plan. */
    detail: text('detail').notNull().default(''),
  },
  (t) => [index().on(t.at, t.id)],
)
