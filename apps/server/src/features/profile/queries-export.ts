/** SQL of a copy of an account's data: everything that is kept of it, without what opens something. */
import { and, asc, desc, eq, gt, isNull, lt, ne, sql } from 'drizzle-orm'
import type { Db, Transaction } from '../../db/connect.ts'
import { isOwnedBy } from '../../db/permitted.ts'
import {
  accountExports,
  apiTokens,
  contactGroupMembers,
  contactGroups,
  contacts,
  downloadEvents,
  feedbackAsks,
  feedbacks,
  licenceCodes,
  notifications,
  pictures,
  recipients,
  sessions,
  subscriptions,
  timeRequests,
  transferEvents,
  transferFiles,
  transfers,
  transferVersions,
  users,
} from '../../db/tables.ts'
import { heldFiles, inTheirPlaces, isNewest } from '../content/index.ts'
import { ownerRecord, transfersByMonth } from '../owners/index.ts'

export type ExportRow = typeof accountExports.$inferSelect

export const findExport = async (db: Db, by: { id: string } | { userId: string }): Promise<ExportRow | undefined> =>
  (
    await db
      .select()
      .from(accountExports)
      .where('id' in by ? eq(accountExports.id, by.id) : eq(accountExports.userId, by.userId))
  )[0]

export const insertExport = async (tx: Transaction, row: typeof accountExports.$inferInsert): Promise<ExportRow> =>
  (await tx.insert(accountExports).values(row).returning())[0]!

export const deleteExport = async (tx: Transaction, id: string): Promise<void> =>
  void (await tx.delete(accountExports).where(eq(accountExports.id, id)))

/** False where it is not waiting (any more), or another one has taken its place. */
export async function endExport(
  tx: Transaction,
  id: string,
  set: Pick<ExportRow, 'state'> & Partial<ExportRow>,
): Promise<boolean> {
  const isWaiting = and(eq(accountExports.id, id), eq(accountExports.state, 'waiting'))
  return (await tx.update(accountExports).set(set).where(isWaiting).returning({ id: accountExports.id })).length > 0
}

export const deleteOldExports = async (db: Db, now: Date): Promise<void> =>
  void (await db.delete(accountExports).where(lt(accountExports.expiresAt, now)))

export const exportStates = (db: Db): Promise<Pick<ExportRow, 'id' | 'state'>[]> =>
  db.select({ id: accountExports.id, state: accountExports.state }).from(accountExports)

export async function personOf(db: Db, userId: string) {
  const rows = db.select().from(users).innerJoin(ownerRecord, eq(users.ownerId, ownerRecord.id)).where(eq(users.id, userId))
  const [row] = await rows
  if (!row) return undefined
  const { passwordHash: _, ownerId, ...account } = row.users
  const { role, status, usedBytes, reservedBytes, givenRole, trialUsedAt, revokedAt, revokeReason } = row.owner
  return {
    ownerId,
    account,
    standing: { role, status, givenRole, trialUsedAt, revokedAt, revokeReason, usedBytes, reservedBytes },
  }
}

export const pictureOfUser = async (db: Db, userId: string) =>
  (await db.select({ kind: pictures.kind, bytes: pictures.bytes }).from(pictures).where(eq(pictures.userId, userId)))[0]

export const sessionsOf = (db: Db, userId: string) => {
  const { id, kind, userAgent, ip, createdAt, rotatedAt, expiresAt, endedAt } = sessions
  return db
    .select({ id, kind, userAgent, ip, createdAt, lastUsedAt: rotatedAt, expiresAt, endedAt })
    .from(sessions)
    .where(eq(sessions.userId, userId))
    .orderBy(asc(sessions.createdAt))
}

export const contactsOf = (db: Db, ownerId: string) => {
  const { email, otherEmails, name, company, note, timesSent, lastSentAt, createdAt } = contacts
  return db
    .select({ email, otherEmails, name, company, note, timesSent, lastSentAt, createdAt })
    .from(contacts)
    .where(isOwnedBy(contacts, ownerId))
    .orderBy(contacts.email)
}

export const groupsOf = (db: Db, ownerId: string) => {
  const { id, name, createdAt } = contactGroups
  const members = db
    .select({ email: contacts.email })
    .from(contactGroupMembers)
    .innerJoin(contacts, eq(contactGroupMembers.contactId, contacts.id))
    .where(eq(contactGroupMembers.groupId, id))
    .orderBy(contacts.email)
  return db
    .select({ name, createdAt, members: sql<string[]>`array(${members})` })
    .from(contactGroups)
    .where(isOwnedBy(contactGroups, ownerId))
    .orderBy(name)
}

/** What a person said of the service, and when they were asked to. */
export async function feedbackOf(db: Db, userId: string) {
  const { rating, message, route, createdAt } = feedbacks
  const { askedAt, loginCount } = feedbackAsks
  return {
    said: await db
      .select({ rating, message, route, createdAt })
      .from(feedbacks)
      .where(eq(feedbacks.userId, userId))
      .orderBy(asc(createdAt)),
    asked: await db
      .select({ askedAt, loginCount })
      .from(feedbackAsks)
      .where(eq(feedbackAsks.userId, userId))
      .orderBy(asc(askedAt)),
  }
}

/** The newest first. */
export const notificationsOf = (db: Db, userId: string, max: number) => {
  const { kind, at, readAt, recipientEmail, countryCode, city, program, fileName, fileCount, reason } = notifications
  return db
    .select({ kind, at, readAt, slug: transfers.slug, recipientEmail, countryCode, city, program, fileName, fileCount, reason })
    .from(notifications)
    .innerJoin(transfers, eq(notifications.transferId, transfers.id))
    .where(eq(notifications.userId, userId))
    .orderBy(desc(at))
    .limit(max)
}

export const tokensOf = (db: Db, userId: string) =>
  db
    .select({ name: apiTokens.name, createdAt: apiTokens.createdAt, lastUsedAt: apiTokens.lastUsedAt })
    .from(apiTokens)
    .innerJoin(sessions, eq(apiTokens.sessionId, sessions.id))
    .where(and(eq(sessions.userId, userId), isNull(sessions.endedAt)))

export async function billingOf(db: Db, ownerId: string) {
  const { hint, batch, activatedAt, revokedAt } = licenceCodes
  return {
    subscription: (await db.select().from(subscriptions).where(isOwnedBy(subscriptions, ownerId)))[0] ?? null,
    licenceCodes: await db
      .select({ endsWith: hint, batch, activatedAt, revokedAt })
      .from(licenceCodes)
      .where(isOwnedBy(licenceCodes, ownerId)),
    transfersByMonth: await transfersByMonth(db, ownerId),
  }
}

/** In the order of their ids, after one; what was deleted is not kept and not in it. */
export const transfersAfter = (db: Db, ownerId: string, afterId: string | null, max: number) =>
  db
    .select()
    .from(transfers)
    .where(and(isOwnedBy(transfers, ownerId), ne(transfers.state, 'deleted'), afterId ? gt(transfers.id, afterId) : undefined))
    .orderBy(asc(transfers.id))
    .limit(max)

export const filesOf = (db: Db, transferId: string) =>
  db
    .select({ path: heldFiles.path, size: heldFiles.size, lastModified: heldFiles.lastModified, crc32: heldFiles.crc32 })
    .from(transferFiles)
    .innerJoin(heldFiles, eq(transferFiles.fileId, heldFiles.id))
    .where(and(eq(transferFiles.transferId, transferId), isNewest))
    .orderBy(inTheirPlaces)

export const recipientsOf = (db: Db, transferId: string) => {
  const { email, name, company, mailState, mailReason, mailedAt, remindedAt, openedAt, downloadedAt } = recipients
  return db
    .select({ email, name, company, mailState, mailReason, mailedAt, remindedAt, openedAt, downloadedAt })
    .from(recipients)
    .where(eq(recipients.transferId, transferId))
    .orderBy(asc(recipients.email))
}

/** What happened to it, the newest first. */
export const eventsOf = (db: Db, transferId: string, max: number) => {
  const { kind, actor, at, recipientEmail, countryCode, city, program, detail } = transferEvents
  return db
    .select({ kind, actor, at, recipientEmail, countryCode, city, program, detail })
    .from(transferEvents)
    .where(eq(transferEvents.transferId, transferId))
    .orderBy(desc(at))
    .limit(max)
}

export const timeRequestsOf = (db: Db, transferId: string) => {
  const { email, note, language, askedAt, extendedAt, extendedTo } = timeRequests
  return db
    .select({ email, note, language, askedAt, extendedAt, extendedTo })
    .from(timeRequests)
    .where(eq(timeRequests.transferId, transferId))
    .orderBy(asc(askedAt))
}

export const versionsOf = (db: Db, transferId: string) => {
  const { version, at, restoredVersion, changes, fileCount, totalBytes } = transferVersions
  return db
    .select({ version, at, restoredVersion, changes, fileCount, totalBytes })
    .from(transferVersions)
    .where(eq(transferVersions.transferId, transferId))
    .orderBy(asc(version))
}

/** The newest first. Who downloaded is told as the sender's own list tells it: without the network address. */
export const downloadsOf = (db: Db, transferId: string, max: number) => {
  const { at, countryCode, city, fileCount, sizeBytes } = downloadEvents
  return db
    .select({ at, by: recipients.email, countryCode, city, fileCount, sizeBytes })
    .from(downloadEvents)
    .leftJoin(recipients, eq(sql`${downloadEvents.recipientId}`, recipients.id))
    .where(eq(downloadEvents.transferId, transferId))
    .orderBy(desc(downloadEvents.at))
    .limit(max)
}
