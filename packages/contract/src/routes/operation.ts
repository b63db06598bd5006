/** Health and readiness (O4). */
import * as z from 'zod/mini'
import { defineRoute } from './route.ts'

export const healthz = defineRoute({
  method: 'GET',
  path: '/healthz',
  who: 'anyone',
  summary: 'The process lives',
  reply: z.object({ status: z.literal('ok') }),
  errors: [],
})
export const readyz = defineRoute({
  method: 'GET',
  path: '/readyz',
  who: 'anyone',
  summary: 'The database and the disk answer',
  /** It is told to anybody, so it says nothing of how files are stored. `moving`: files are on their way there from another store. */
  reply: z.object({
    status: z.literal('ready'),
    version: z.string(),
    store: z.enum(['disk', 's3']),
    moving: z.boolean(),
  }),
  errors: ['unavailable', 'serverDiskFull', 'databaseReadOnly'],
})
