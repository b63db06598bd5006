/** What of the web app outlives the build that it came with. */
import { index, pgTable, text } from 'drizzle-orm/pg-core'
import { at, bytea } from './columns.ts'

/** Scripts and style sheets of the builds that ran here lately, by their addresses, which name their contents. */
export const webParts = pgTable(
  'web_parts',
  {
    path: text('path').primaryKey(),
    type: text('type').notNull(),
    /** Compressed by gzip. */
    body: bytea('body').notNull(),
    /** When a build that has it last ran. */
    lastRanAt: at('last_ran_at').notNull(),
  },
  (t) => [index().on(t.lastRanAt)],
)
