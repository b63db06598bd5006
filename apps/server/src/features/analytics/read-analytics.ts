/** What the page of analytics shows at once (T4): one reply, of one moment. */
import type { AnalyticsFigures, readAnalytics as route } from '@sampan/contract/routes/analytics'
import type { RouteAnswer, RouteInput } from '@sampan/contract/routes/route'
import { dayOf, daysOf, rangeBefore } from '@sampan/contract/rules/day-range'
import type { DeviceType, FileKind } from '@sampan/contract/states'
import { atOneMoment, type Db } from '../../db/connect.ts'
import type { SignedIn } from '../../http/actor.ts'
import type { Services } from '../../services.ts'
import { findOwner } from '../owners/index.ts'
import * as queries from './queries.ts'

type Deps = Pick<Services, 'db' | 'clock'>
type Day = { day: string; downloads: number; sizeBytes: number; sent: number }

export const askedBy = (actor: SignedIn, { from, to, country }: { from: string; to: string; country?: string | undefined }) => ({
  ownerId: actor.ownerId,
  from,
  to,
  country: country ?? '*',
})

export const readAnalytics = (
  { db, clock }: Deps,
  actor: SignedIn,
  { compare, ...query }: RouteInput<typeof route>['query'],
): Promise<RouteAnswer<typeof route>> =>
  atOneMoment(db, async (tx) => {
    const asked = askedBy(actor, query)
    const days = await daysIn(tx, asked)
    const before = compare === '1' ? await daysIn(tx, { ...asked, ...rangeBefore(asked) }) : null
    const devices = await queries.downloadsBy(tx, 'device', asked)
    const kinds = await queries.downloadsBy(tx, 'kind', asked)
    return {
      days: withStorage(days, await storageIn(tx, asked, dayOf(clock()))),
      totals: totalsOf(days),
      previous: before && { totals: totalsOf(before), days: before },
      countries: await countriesIn(tx, asked),
      devices: devices.map(({ key, downloads }) => ({ device: key as DeviceType, downloads })),
      kinds: kinds.map(({ key, downloads }) => ({ kind: key as FileKind, downloads })),
      hasSent: await queries.hasSent(tx, asked.ownerId),
    }
  })

/** Each day of the range, those without anything too. */
export async function daysIn(db: Db, asked: queries.FiguresQuery): Promise<Day[]> {
  const downloads = new Map((await queries.downloadsByDay(db, asked)).map((row) => [row.day, row]))
  const sent = new Map((await queries.sentByDay(db, asked)).map((row) => [row.day, row.sent]))
  return daysOf(asked).map((day) => ({
    day,
    downloads: downloads.get(day)?.downloads ?? 0,
    sizeBytes: downloads.get(day)?.sizeBytes ?? 0,
    sent: sent.get(day) ?? 0,
  }))
}

/** Whichever one is chosen: another can be chosen instead. */
export const countriesIn = async (db: Db, asked: queries.FiguresQuery): Promise<{ country: string; downloads: number }[]> =>
  (await queries.downloadsBy(db, 'country', { ...asked, country: '*' })).map(({ key, downloads }) => ({
    country: key,
    downloads,
  }))

const totalsOf = (days: readonly Day[]): AnalyticsFigures => ({
  downloads: sum(days, ({ downloads }) => downloads),
  sizeBytes: sum(days, ({ sizeBytes }) => sizeBytes),
  sent: sum(days, ({ sent }) => sent),
})
const sum = (days: readonly Day[], of: (day: Day) => number): number => days.reduce((total, day) => total + of(day), 0)

type StorageIn = { noted: { day: string; usedBytes: number }[]; today: string; usedBytes: number }

const storageIn = async (db: Db, asked: queries.FiguresQuery, today: string): Promise<StorageIn> => ({
  noted: await queries.storageByDay(db, asked),
  today,
  usedBytes: (await findOwner(db, asked.ownerId))!.usedBytes,
})

/** A day like the one before has no row; of today the account itself knows best, and of what is to come nobody does. */
export function withStorage<D extends { day: string }>(
  days: readonly D[],
  { noted, today, usedBytes }: StorageIn,
): (D & { usedBytes: number | null })[] {
  let next = 0
  let last: number | null = null
  return days.map((day) => {
    while (next < noted.length && noted[next]!.day <= day.day) last = noted[next++]!.usedBytes
    return { ...day, usedBytes: day.day > today ? null : day.day === today ? usedBytes : last }
  })
}
