/** Where the visitor is, as far as the network address tells (D5, H1). */
import * as z from 'zod/mini'
import { defineRoute } from './route.ts'

export const geo = defineRoute({
  method: 'GET',
  path: '/geo',
  who: 'anyone',
  summary: 'The visitor’s country, and city where the operator has set a city file',
  reply: z.object({
    /** In the caller's language; empty where unknown. */
    country: z.string(),
    /** ISO 3166 code. */
    countryCode: z.nullable(z.string()),
    city_name: z.string(),
  }),
  errors: [],
})
