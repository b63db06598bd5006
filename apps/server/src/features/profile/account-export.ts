/** Asking for a copy of an account's data, and fetching it: signed in, or by an address that was told to whoever is (A5). */
import { Problem } from '@sampan/contract/errors'
import { exportAddressSeconds, exportKeptSeconds } from '@sampan/contract/limits'
import { exportPath } from '@sampan/contract/paths'
import type { AccountExport } from '@sampan/contract/routes/profile'
import { addSeconds } from '../../add-seconds.ts'
import { type Db, inTransaction } from '../../db/connect.ts'
import type { SignedIn } from '../../http/actor.ts'
import { takeRate } from '../../http/rate-limit.ts'
import { readAddress, signAddress } from '../../http/signed-address.ts'
import { addJob, hasJob } from '../../jobs/queue.ts'
import type { Services } from '../../services.ts'
import { findIdentity, lockUser } from '../accounts/index.ts'
import { noteAct } from '../team-log/index.ts'
import { exportJobKey, makeExportJob } from './job-names.ts'
import { exportFile, openAnew, sealOf } from './make-export.ts'
import * as queries from './queries-export.ts'
import { readSealed } from './sealed-file.ts'

type Needs = Pick<Services, 'db' | 'clock' | 'secrets' | 'config'>
type ExportReply = { export: AccountExport | null }

const sameWishSeconds = 10
const isMissing = (error: { code?: string }): boolean => error.code === 'ENOENT'

/** Works for some minutes, as long as the session lives that was told it: a browser fetches it without a token. */
function addressOf({ secrets, clock }: Needs, { sessionId }: SignedIn, id: string): string {
  return exportPath(signAddress(secrets.export, 'export', [id, sessionId], addSeconds(clock(), exportAddressSeconds)))
}

const viewOf = (
  needs: Needs,
  actor: SignedIn,
  { id, state, createdAt, expiresAt, sizeBytes }: queries.ExportRow,
): AccountExport => ({
  state,
  createdAt: createdAt.getTime(),
  expiresAt: expiresAt.getTime(),
  sizeBytes,
  href: state === 'ready' ? addressOf(needs, actor, id) : null,
})

/** One that waits for a job which is no more, since its process was killed in the last try, has failed. */
async function findReported(db: Db, userId: string): Promise<queries.ExportRow | undefined> {
  const found = await queries.findExport(db, { userId })
  if (found?.state !== 'waiting' || (await hasJob(db, exportJobKey(found.id)))) return found
  // Or it has ended since it was read.
  const now = await queries.findExport(db, { userId })
  return now?.id === found.id && now.state === 'waiting' ? { ...now, state: 'failed' } : now
}

export async function readExport(needs: Needs, actor: SignedIn): Promise<ExportReply> {
  const found = await findReported(needs.db, actor.userId)
  return { export: found && found.expiresAt > needs.clock() ? viewOf(needs, actor, found) : null }
}

/** One that is being made, or was wished for a moment ago: pressed twice, it may be ready at the second press. */
const isSameWish = ({ state, createdAt, expiresAt }: queries.ExportRow, now: Date): boolean =>
  state !== 'failed' && expiresAt > now && (state === 'waiting' || createdAt > addSeconds(now, -sameWishSeconds))

/** One at a time: while one is being made it is answered, a finished one is replaced. */
export function askExport(needs: Needs, actor: SignedIn): Promise<ExportReply> {
  const { db, clock, config } = needs
  const { userId } = actor
  return inTransaction(db, async (tx) => {
    const now = clock()
    if (!(await lockUser(tx, userId))) throw new Problem('signedOut')
    const former = await findReported(tx, userId)
    if (former && isSameWish(former, now)) return { export: viewOf(needs, actor, former) }
    await takeRate(tx, config.rateLimits.accountExport, userId, now)
    if (former) await queries.deleteExport(tx, former.id)
    const expiresAt = addSeconds(now, exportKeptSeconds)
    const made = await queries.insertExport(tx, { userId, state: 'waiting', createdAt: now, expiresAt })
    // One at a time, so that mails are not kept waiting by many.
    await addJob(tx, makeExportJob, { exportId: made.id }, { maxAttempts: 6, key: exportJobKey(made.id), queue: 'exports' })
    await noteAct(tx, actor, 'exported', nameOf(now), now)
    return { export: viewOf(needs, actor, made) }
  })
}

const nameOf = (createdAt: Date): string => `sampan-${createdAt.toISOString().slice(0, 10)}.zip`

export type ExportBytes = { size: number; bytes: AsyncGenerator<Buffer>; name: string }

/** Throws notYours for a key that is not ours or too old or whose session has ended, and for a copy that is no more. */
export async function openExport(needs: Needs, key: string): Promise<ExportBytes> {
  const [id, sessionId] = readAddress(needs.secrets.export, 'export', key, needs.clock())?.fields ?? []
  if (!id || !sessionId) throw new Problem('notYours')
  const identity = await findIdentity(needs.db, sessionId, null, needs.clock())
  const found = identity && (await queries.findExport(needs.db, { id }))
  if (found?.state !== 'ready' || found.userId !== identity?.userId || found.expiresAt <= needs.clock())
    throw new Problem('notYours')
  const opened = await readSealed(exportFile(needs, id), sealOf(needs, id)).catch((error) => {
    if (!isMissing(error)) throw error
    return openAnew(needs, found)
  })
  return { ...opened, name: nameOf(found.createdAt) }
}
