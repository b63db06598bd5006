/** Rings whom something is shared with, and takes that back with the share (M2). */
import type { Transaction } from '../../db/connect.ts'
import { notifyLive } from '../../db/live.ts'
import * as queries from './queries.ts'

type Shared = {
  about: queries.About
  ownerId: string
  /** Of whoever shares it. */
  email: string
  fileName: string
  fileCount: number
  at: Date
}

export async function ringShared(
  tx: Transaction,
  { about, ownerId, email: recipientEmail, ...shared }: Shared,
  { added, removed }: { added: readonly string[]; removed: readonly string[] },
): Promise<void> {
  // Who is told anew is told once.
  await queries.deleteShared(tx, about, [...added, ...removed])
  await queries.insertNotifications(
    tx,
    added.map((userId) => ({ ...about, ...shared, userId, kind: 'shared' as const, recipientEmail })),
  )
  await notifyLive(tx, { ownerId, what: 'notifications' })
}
