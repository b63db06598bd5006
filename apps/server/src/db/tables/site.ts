/** What visitors of the public site leave behind (W3). */
import type { Article, Idea } from '@sampan/contract/site'
import { date, index, integer, pgTable, primaryKey, text } from 'drizzle-orm/pg-core'
import { at } from './columns.ts'

export const articleCounts = pgTable('article_counts', {
  article: text('article').$type<Article>().primaryKey(),
  reads: integer('reads').notNull(),
})

/** Who of today was counted, as a hash of the browser. */
export const articleReaders = pgTable(
  'article_readers',
  {
    article: text('article').$type<Article>().notNull(),
    reader: text('reader').notNull(),
    day: date('day').notNull(),
  },
  (t) => [primaryKey({ columns: [t.article, t.day, t.reader] }), index().on(t.day)],
)

export const ideaVotes = pgTable(
  'idea_votes',
  {
    idea: text('idea').$type<Idea>().notNull(),
    /** An account's id, or the hash of a browser. */
    voter: text('voter').notNull(),
    votedAt: at('voted_at').notNull(),
  },
  (t) => [primaryKey({ columns: [t.idea, t.voter] })],
)
