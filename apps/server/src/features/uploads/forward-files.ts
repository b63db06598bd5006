/**
 * What stands for the upload of a forwarded transfer (Q18): complete and empty. Its files stay those of the uploads that brought them,
 * whose quota counts once and is given back when no transfer holds them any more.
 */
import { randomUUID } from 'node:crypto'
import { planOf, planRole } from '@sampan/contract/plans'
import { checkFileSet, type SizedPath } from '@sampan/contract/rules/file-set'
import type { Transaction } from '../../db/connect.ts'
import type { SignedIn } from '../../http/actor.ts'
import { checkMaySendAs } from '../accounts/index.ts'
import { lockOwner, takeTransferSlot } from '../owners/index.ts'
import type { ClaimedUpload } from './claim-upload.ts'
import { newSlug } from './create-upload.ts'
import * as queries from './queries.ts'

type Forward = { actor: SignedIn; files: SizedPath[]; requestKey: string | undefined; now: Date }

/** Takes a month's slot; the files are checked anew, by the plan that the account has now. */
export async function claimForward(tx: Transaction, { actor, files, requestKey, now }: Forward): Promise<ClaimedUpload> {
  const owner = (await lockOwner(tx, actor.ownerId))!
  await checkMaySendAs(tx, owner, actor.userId)
  checkFileSet(files, planOf(owner), planRole(owner.role))
  await takeTransferSlot(tx, owner, now)
  const upload = await queries.insertUpload(tx, {
    id: randomUUID(),
    slug: await newSlug(tx),
    ownerId: owner.id,
    authorId: actor.userId,
    browserHash: '',
    requestKey,
    networkKey: actor.networkKey,
    state: 'complete',
    isVerified: true,
    connection: '4g',
    declaredBytes: 0,
    publishedAt: now,
    completedAt: now,
    expiresAt: now,
    createdAt: now,
  })
  return { upload, owner, authorId: actor.userId, files }
}
