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
  reply: z.object({ status: z.literal('ready'), version: z.string() }),
  errors: ['unavailable', 'serverDiskFull', 'databaseReadOnly'],
})
