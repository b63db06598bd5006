/** Downloads of the caller's own transfers over time (T4). Days are days in UTC, as the plans' months are. */
import * as z from 'zod/mini'
import { analyticsLimits, pageRows, searchMaxChars } from '../limits.ts'
import { dayCount, isDay } from '../rules/day-range.ts'
import { deviceTypes, fileKinds } from '../states.ts'
import { byteCount, milliseconds, textUpTo, wholeNumber } from './fields.ts'
import { defineRoute } from './route.ts'

const day = z.string().check(
  z.refine(isDay, { error: 'invalid', abort: true }),
  z.refine((text) => text >= '2000', 'tooSmall'),
  z.refine((text) => text < '3000', 'tooLarge'),
)
/** ISO 3166. */
const countryCode = z.string().check(z.regex(/^[A-Z]{2}$/, 'invalid'))
/** Stands for downloads of which no country is known. */
export const unknownCountry = 'ZZ'

const asked = {
  from: day,
  /** The last day, which is in the range. */
  to: day,
  /** Only downloads from there. */
  country: z.optional(countryCode),
}
const page = {
  search: z.optional(textUpTo(searchMaxChars)),
  skip: z._default(wholeNumber(0, 1_000_000), 0),
  limit: z._default(wholeNumber(0, pageRows.max), 10),
}

/** Both ends are there, in their order, and not too far apart. */
const isOrdered = z.refine<{ from: string; to: string }>(({ from, to }) => from <= to, { path: ['to'], error: 'tooSmall' })
const isShort = z.refine<{ from: string; to: string }>((range) => dayCount(range) <= analyticsLimits.maxDays, {
  path: ['from'],
  error: 'tooSmall',
})

const count = z.int()
const figures = z.object({ downloads: count, sizeBytes: byteCount, sent: count })
export type AnalyticsFigures = z.output<typeof figures>
const errors = ['invalidInput', 'signedOut'] as const

export const readAnalytics = defineRoute({
  method: 'GET',
  path: '/api/analytics',
  who: 'user',
  scope: 'read',
  isLeadersOnly: true,
  summary: 'Downloads by day, country, device and kind of file, transfers sent and storage',
  query: z
    .object({
      ...asked,
      /** With the figures of as many days right before. */
      compare: z._default(z.enum(['0', '1']), '0'),
    })
    .check(isOrdered, isShort),
  reply: z.object({
    /** One for each day of the range, in its order. Transfers and storage are those of all countries. */
    days: z.array(
      z.object({
        day: z.string(),
        downloads: count,
        sent: count,
        /** At the end of the day; null where it was not written down. */
        usedBytes: z.nullable(byteCount),
      }),
    ),
    totals: figures,
    /** null unless asked for. */
    previous: z.nullable(
      z.object({ totals: figures, days: z.array(z.object({ day: z.string(), downloads: count, sent: count })) }),
    ),
    /** All of them, whichever one is chosen. */
    countries: z.array(z.object({ country: z.string(), downloads: count })),
    devices: z.array(z.object({ device: z.enum(deviceTypes), downloads: count })),
    kinds: z.array(z.object({ kind: z.enum(fileKinds), downloads: count })),
    /** Whether the account has ever sent anything. */
    hasSent: z.boolean(),
  }),
  errors,
})

export const readTopTransfers = defineRoute({
  method: 'GET',
  path: '/api/analytics/transfers',
  who: 'user',
  scope: 'read',
  isLeadersOnly: true,
  summary: 'Transfers by their downloads in a range of days',
  query: z.object({ ...asked, ...page }).check(isOrdered, isShort),
  reply: z.object({
    rows: z.array(
      z.object({
        slug: z.string(),
        /** Its title, or the name of its first file. */
        name: z.string(),
        sentAt: milliseconds,
        downloads: count,
        /** Its time is over and its files are gone: there is no page of it any more. */
        isGone: z.boolean(),
      }),
    ),
    matchCount: count,
  }),
  errors,
})

export const readTopRecipients = defineRoute({
  method: 'GET',
  path: '/api/analytics/recipients',
  who: 'user',
  scope: 'read',
  isLeadersOnly: true,
  summary: 'Recipients by their downloads in a range of days',
  query: z.object({ ...asked, ...page }).check(isOrdered, isShort),
  reply: z.object({
    /** null: someone with the link. */
    rows: z.array(z.object({ email: z.nullable(z.string()), downloads: count })),
    matchCount: count,
  }),
  errors,
})

export const analyticsLists = ['downloads', 'days', 'countries', 'transfers', 'recipients', 'kinds', 'devices'] as const
export type AnalyticsList = (typeof analyticsLists)[number]

export const analyticsCsv = defineRoute({
  method: 'GET',
  path: '/api/analytics.csv',
  who: 'user',
  scope: 'read',
  isLeadersOnly: true,
  summary: 'One list of the analytics as CSV; every download of the range by default',
  mediaTypes: ['text/csv'],
  query: z.object({ ...asked, list: z._default(z.enum(analyticsLists), 'downloads') }).check(isOrdered, isShort),
  reply: 'bytes',
  errors,
})
