/**
 * Files of an own transfer go to others, or get a new link (Q18): a transfer that holds the same files. Nothing is uploaded, no byte is
 * copied, no quota is taken; limits and rights are those of any sending (R26, R28).
 */
import { Problem } from '@sampan/contract/errors'
import type { RouteAnswer, RouteInput } from '@sampan/contract/routes/route'
import type { readOwnFiles as filesRoute, forwardTransfer as route } from '@sampan/contract/routes/transfers'
import { hashPassword, refuseCommonPassword } from '../../adapters/passwords/passwords.ts'
import { type Db, inTransaction, type Transaction } from '../../db/connect.ts'
import type { SignedIn } from '../../http/actor.ts'
import type { Services } from '../../services.ts'
import type { HeldFile } from '../content/index.ts'
import { claimForward } from '../uploads/index.ts'
import { checkInput, checkPlan, withDefaults } from './check-sending.ts'
import { activateTransfer } from './finish-transfer.ts'
import { type CheckedSending, insertRows, record } from './publish-transfer.ts'
import * as queries from './queries.ts'
import { findOwn } from './queries-change.ts'
import { forwardOfRequest, holdFiles } from './queries-forward.ts'
import { requireActive } from './transfer-status.ts'

type Input = { slug: string } & RouteInput<typeof route>['body']

/** Expired ones too, as long as their bytes are kept; what was deleted or never was the caller's looks unknown. */
async function findForwardable(db: Db, actor: SignedIn, slug: string): Promise<queries.TransferRow> {
  const transfer = await findOwn(db, { slug, actor, action: 'forward' })
  if (!transfer || transfer.state === 'deleted') throw new Problem('notYours')
  if (transfer.state === 'uploading') throw new Problem('transferUploading')
  if (transfer.state === 'takenDown') throw new Problem('transferTakenDown')
  return transfer
}

export async function readOwnFiles(
  { db }: Pick<Services, 'db'>,
  actor: SignedIn,
  slug: string,
): Promise<RouteAnswer<typeof filesRoute>> {
  const transfer = await findForwardable(db, actor, slug)
  const files = await queries.filesOfTransfer(db, transfer.id)
  const { title, fileName, message, sentAt, passwordHash, downloadLimit } = transfer
  return {
    transfer: { slug, title, fileName, message, dateSent: sentAt.getTime(), hasPassword: passwordHash !== null, downloadLimit },
    files: files.filter(({ isLost }) => !isLost).map(({ id, path, size }) => ({ fileId: id, path, size })),
  }
}

/** Repeated with the same key it answers what it made before. */
export async function forwardTransfer(
  services: Services,
  actor: SignedIn,
  { requestKey, fileIds, ...given }: Input,
): Promise<RouteAnswer<typeof route>> {
  requireActive(actor.status)
  const input = await withDefaults(services.db, actor, given)
  const checked = checkInput(actor, input)
  if (input.password) refuseCommonPassword(input.password)
  const passwordHash = input.password ? await hashPassword(input.password) : null
  const asked = { actor, input, checked, passwordHash, now: services.clock() }
  const id = await inTransaction(services.db, (tx) => forwardRows(tx, services, { ...asked, actor, requestKey, fileIds }))
  return record(services, actor, (await queries.findTransfer(services.db, { id }))!)
}

type Forward = CheckedSending & Pick<Input, 'requestKey' | 'fileIds'> & { actor: SignedIn }

async function forwardRows(tx: Transaction, services: Services, asked: Forward): Promise<string> {
  const { actor, requestKey, fileIds, input, checked, now } = asked
  const before = requestKey && (await forwardOfRequest(tx, actor.userId, requestKey))
  if (before) return (await queries.findTransfer(tx, { uploadId: before }))!.id
  const files = await holdChosen(tx, actor, input.slug, fileIds)
  const claimed = await claimForward(tx, { actor, files, requestKey, now })
  checkPlan(claimed.owner, input, checked.to)
  const transfer = await insertRows(tx, services, claimed, asked)
  await holdFiles(
    tx,
    transfer.id,
    files.map(({ id }) => id),
  )
  await activateTransfer(tx, services, claimed.upload.id)
  return transfer.id
}

/**
 * The chosen files, in the source's order. The source is held meanwhile: a deletion comes before, and then there is nothing to forward,
 * or after, and then it finds the files held by the new transfer.
 */
async function holdChosen(tx: Transaction, actor: SignedIn, slug: string, fileIds: string[]): Promise<HeldFile[]> {
  const { id } = await findForwardable(tx, actor, slug)
  await queries.holdTransfer(tx, id)
  await findForwardable(tx, actor, slug)
  const chosen = new Set(fileIds)
  const files = (await queries.filesOfTransfer(tx, id)).filter((file) => chosen.has(file.id))
  // A foreign file's id is an unknown one.
  if (files.length < chosen.size) throw new Problem('notYours')
  if (files.some(({ isLost }) => isLost)) throw new Problem('fileLost')
  return files
}
