/** For tests of analytics: transfers and downloads made of their rows, and what a naive count says of them. */
import { randomUUID } from 'node:crypto'
import { dayOf } from '@sampan/contract/rules/day-range'
import type { DeviceType, FileKind } from '@sampan/contract/states'
import { sql } from 'drizzle-orm'
import type { Account } from '../../../test/support/account.ts'
import type { TestServer } from '../../../test/support/test-server.ts'
import { downloadEvents, slugs, transfers, uploads } from '../../db/tables.ts'

export type MadeTransfer = { id: string; slug: string; ownerId: string; name: string; isHardDeleted: boolean }
export type MadeDownload = {
  of: MadeTransfer
  email: string | null
  country: string | null
  device: DeviceType
  kind: FileKind
  bytes: number
  at: Date
}

export async function makeTransfer(
  { services: { db } }: TestServer,
  account: Account,
  name: string,
  sentAt: Date,
): Promise<MadeTransfer> {
  const [id, uploadId, slug] = [randomUUID(), randomUUID(), randomUUID().replaceAll('-', '').slice(0, 12)]
  const whose = { ownerId: account.ownerId, authorId: account.userId }
  const expiresAt = new Date(sentAt.getTime() + 400 * 86_400_000)
  await db.insert(slugs).values({ slug })
  await db.insert(uploads).values({
    id: uploadId,
    slug,
    ...whose,
    browserHash: '',
    networkKey: '',
    state: 'complete',
    connection: '4g',
    declaredBytes: 1,
    expiresAt,
    createdAt: sentAt,
  })
  await db.insert(transfers).values({
    id,
    slug,
    uploadId,
    ...whose,
    state: 'active',
    sendAs: 'email',
    senderEmail: account.email,
    message: '',
    language: 'en',
    fileName: name,
    fileCount: 1,
    totalBytes: 1,
    expirySeconds: 1,
    sentAt,
    expiresAt,
  })
  return { id, slug, ownerId: account.ownerId, name, isHardDeleted: false }
}

export async function insertDownloads({ services: { db } }: TestServer, made: readonly MadeDownload[]): Promise<void> {
  if (made.length === 0) return
  await db.insert(downloadEvents).values(
    made.map(({ of, email, country, device, kind, bytes, at }) => ({
      transferId: of.id,
      ownerId: of.ownerId,
      sessionId: randomUUID(),
      recipientEmail: email,
      visitor: '',
      fileCount: 1,
      sizeBytes: bytes,
      ip: '',
      program: 'Chrome',
      device,
      fileKind: kind,
      countryCode: country,
      at,
    })),
  )
}

/** As the job of a hard delete leaves the row. */
export const markHardDeleted = ({ services: { db } }: TestServer, { id }: MadeTransfer): Promise<unknown> =>
  db.execute(sql`update transfers set state = 'deleted', deleted_at = now(), deleted_from = null where id = ${id}`)

type Range = { from: string; to: string; country?: string }
const tally = <T>(list: readonly T[], keyOf: (item: T) => string): Record<string, number> => {
  const counts: Record<string, number> = {}
  for (const item of list) counts[keyOf(item)] = (counts[keyOf(item)] ?? 0) + 1
  return counts
}

/** What an account is to be shown of a range, counted one by one. */
export function naive(all: readonly MadeDownload[], ownerId: string, { from, to, country }: Range) {
  const own = all.filter(({ of, at }) => of.ownerId === ownerId && dayOf(at) >= from && dayOf(at) <= to)
  const asked = own.filter((each) => !country || (each.country ?? 'ZZ') === country)
  const named = asked.filter(({ of }) => !of.isHardDeleted)
  return {
    days: tally(asked, ({ at }) => dayOf(at)),
    sizeBytes: asked.reduce((sum, { bytes }) => sum + bytes, 0),
    countries: tally(own, (each) => each.country ?? 'ZZ'),
    devices: tally(asked, ({ device }) => device),
    kinds: tally(asked, ({ kind }) => kind),
    transfers: tally(named, ({ of }) => of.slug),
    recipients: tally(named, ({ email }) => email ?? 'someone'),
  }
}

type Row = { downloads: number } & Record<'day' | 'country' | 'device' | 'kind' | 'slug', string> & { email: string | null }
const counts = (rows: readonly Row[], keyOf: (row: Row) => string): Record<string, number> =>
  Object.fromEntries(rows.filter(({ downloads }) => downloads > 0).map((row) => [keyOf(row), row.downloads]))

/** The same from the calls. */
export async function shown(account: Account, range: Range): Promise<ReturnType<typeof naive>> {
  const query = new URLSearchParams(range)
  const ask = async (path: string) => (await account.call('GET', path)).json
  const { days, totals, countries, devices, kinds } = await ask(`/api/analytics?${query}`)
  const transfers = await ask(`/api/analytics/transfers?${query}&limit=200`)
  const recipients = await ask(`/api/analytics/recipients?${query}&limit=200`)
  return {
    days: counts(days, ({ day }) => day),
    sizeBytes: totals.sizeBytes,
    countries: counts(countries, ({ country }) => country),
    devices: counts(devices, ({ device }) => device),
    kinds: counts(kinds, ({ kind }) => kind),
    transfers: counts(transfers.rows, ({ slug }) => slug),
    recipients: counts(recipients.rows, ({ email }) => email ?? 'someone'),
  }
}
