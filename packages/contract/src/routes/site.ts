/** What visitors of the public site leave behind: that an article was read, and which idea they want (W3). */
import * as z from 'zod/mini'
import { articles, ideas } from '../site.ts'
import { defineRoute } from './route.ts'

const articleReads = z.object({ article: z.enum(articles), reads: z.int() })
const ideaVotes = z.object({ idea: z.enum(ideas), votes: z.int(), isVoted: z.boolean() })
export type IdeaVotes = z.output<typeof ideaVotes>

/** A browser counts once a day for an article. */
export const increment = defineRoute({
  method: 'POST',
  path: '/increment',
  who: 'browser',
  scope: 'account',
  summary: 'An article is read; the same browser counts once a day',
  body: z.object({ article: z.enum(articles) }),
  reply: articleReads,
  errors: ['invalidInput', 'rateLimited'],
})

export const readArticles = defineRoute({
  method: 'GET',
  path: '/api/articles',
  who: 'anyone',
  summary: 'How often each article was read',
  reply: z.object({ articles: z.array(articleReads) }),
  errors: [],
})

export const readRoadmap = defineRoute({
  method: 'GET',
  path: '/api/roadmap',
  who: 'browser',
  scope: 'account',
  summary: 'How many want each idea, and which of them the caller does',
  reply: z.object({ ideas: z.array(ideaVotes) }),
  errors: [],
})

const params = z.object({ idea: z.enum(ideas) })

/** One vote of each browser, or of each account for who is signed in. */
export const voteForIdea = defineRoute({
  method: 'PUT',
  path: '/api/roadmap/:idea/vote',
  who: 'browser',
  scope: 'account',
  summary: 'Want an idea; the same again changes nothing',
  params,
  reply: ideaVotes,
  errors: ['invalidInput', 'rateLimited'],
})

export const takeVoteBack = defineRoute({
  method: 'DELETE',
  path: '/api/roadmap/:idea/vote',
  who: 'browser',
  scope: 'account',
  summary: 'No longer want an idea',
  params,
  reply: ideaVotes,
  errors: ['invalidInput', 'rateLimited'],
})
