/** How far the uploads of transfers have come, as their sender's list says it, and which of them have stalled. */
import { stalledSeconds } from '@sampan/contract/limits'
import type { TransferRecord } from '@sampan/contract/routes/dashboard'
import { keptSeconds } from '@sampan/contract/rules/kept-upload'
import type { SignedIn } from '../../http/actor.ts'
import type { Services } from '../../services.ts'
import { canAccessUpload } from './can-access-upload.ts'
import type { UploadRow } from './queries.ts'
import { findRunning } from './queries-arrival.ts'

type Running = NonNullable<TransferRecord['upload']>

/** By upload; one that does not run any more has none. */
export async function runningOf(
  { db, clock }: Pick<Services, 'db' | 'clock'>,
  actor: SignedIn,
  uploadIds: string[],
): Promise<Map<string, Running>> {
  if (uploadIds.length === 0) return new Map()
  const now = clock().getTime()
  return new Map((await findRunning(db, uploadIds)).map((row) => [row.id, runningNow(row, actor, now)]))
}

function runningNow(row: UploadRow, actor: SignedIn, now: number): Running {
  const { id, receivedBytes, declaredBytes, expiresAt } = row
  const lastByteAt = expiresAt.getTime() - keptSeconds(row) * 1000
  // All of it is there: what is still to be done the server does by itself.
  const hasStalled = receivedBytes < declaredBytes && now - lastByteAt >= stalledSeconds * 1000
  return { uploadId: id, receivedBytes, stalledAt: hasStalled ? lastByteAt : null, isResumable: canAccessUpload(actor, row) }
}
