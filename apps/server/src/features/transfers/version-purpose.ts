/** Uploads that bring new files of a transfer which was sent before (T9): no month's slot, quota for the new bytes alone. */
import { Problem } from '@sampan/contract/errors'
import { maxVersions } from '@sampan/contract/limits'
import { planOf, planRole } from '@sampan/contract/plans'
import { checkFileSet, totalBytes } from '@sampan/contract/rules/file-set'
import { replacedFiles } from '@sampan/contract/rules/replaced-files'
import type { Services } from '../../services.ts'
import { checkMaySendAs } from '../accounts/index.ts'
import { checkQuota, lockOwner, reserve } from '../owners/index.ts'
import type { UploadPurpose } from '../uploads/index.ts'
import { begunAs } from './begun-as.ts'
import { addVersion, type NewVersion, versionName } from './change-files.ts'
import { findGrowing, newestFiles, slugsOf } from './queries-versions.ts'

export const versionPurpose = (services: Pick<Services, 'clock'>): UploadPurpose<NewVersion> => ({
  name: versionName,
  isAskedBy: ({ forTransfer }) => forTransfer !== undefined,
  reserve: reserveForVersion,
  slugsOf,
  onCompleted: (tx, uploadId, version) => addVersion(tx, services, uploadId, version),
})

/** An early look at the whole set as it will be, which making the version decides; the quota is taken now. */
const reserveForVersion: UploadPurpose['reserve'] = async (tx, { actor, body }) => {
  const { files } = body
  const { slug, without = [] } = body.forTransfer!
  const transfer = actor.kind === 'user' ? await findGrowing(tx, { slug, actor, action: 'change' }) : undefined
  if (actor.kind !== 'user' || !transfer || transfer.state === 'deleted') throw new Problem('notYours')
  if (transfer.state === 'takenDown') throw new Problem('transferTakenDown')
  if (transfer.state === 'uploading') throw new Problem('transferUploading')
  if (transfer.version >= maxVersions) throw new Problem('tooManyVersions', { limit: maxVersions })
  const gone = new Set(without)
  const held = (await newestFiles(tx, transfer.id)).filter(({ id }) => !gone.has(id))
  const owner = (await lockOwner(tx, actor.ownerId))!
  await checkMaySendAs(tx, owner, actor.userId)
  const role = planRole(owner.role)
  const replaced = new Set(
    replacedFiles(
      held,
      files.map(({ path }) => path),
    ).values(),
  )
  if (files.length === 0) throw new Problem('noFiles')
  checkFileSet([...held.filter(({ id }) => !replaced.has(id)), ...files], planOf(owner), role)
  const bytes = totalBytes(files)
  checkQuota(owner, bytes)
  await reserve(tx, owner.id, bytes)
  return { owner, reservation: { authorId: actor.userId, isVerified: true, purposeId: transfer.id, purposeOf: begunAs(owner) } }
}
