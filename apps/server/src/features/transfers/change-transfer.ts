/** Everything of a sent transfer that its account may change, the link unchanged (T9, D6). */
import { Problem } from '@sampan/contract/errors'
import type { TransferRecord } from '@sampan/contract/routes/dashboard'
import type { RouteInput } from '@sampan/contract/routes/route'
import type { editTransfer } from '@sampan/contract/routes/transfer-detail'
import { senderLineNames } from '@sampan/contract/rules/sender-values'
import { hashPassword, refuseCommonPassword } from '../../adapters/passwords/passwords.ts'
import { inTransaction, type Transaction } from '../../db/connect.ts'
import type { SignedIn } from '../../http/actor.ts'
import { addJob } from '../../jobs/queue.ts'
import type { Services } from '../../services.ts'
import { checkMaySendAs } from '../accounts/index.ts'
import { holdOwner } from '../owners/index.ts'
import { noteAct } from '../team-log/index.ts'
import { addEvents } from '../timeline/index.ts'
import { type Changes, changesOf, type Edit } from './changes-of.ts'
import { queueMails } from './finish-transfer.ts'
import { reopenedJob } from './job-names.ts'
import { recordsOf } from './list-transfers.ts'
import type { TransferRow } from './queries.ts'
import { updateTransfer } from './queries-change.ts'
import { lockOwn } from './queries-recipients.ts'
import { refreshText } from './queries-text.ts'
import { requireOwn } from './read-detail.ts'
import { changedShares, sharesOf, tellSharedTransfer } from './share-with-team.ts'
import { nameOf } from './transfer-name.ts'
import { downloadsLeft, requireActive } from './transfer-status.ts'

type Deps = Pick<Services, 'db' | 'clock' | 'config'>
type Asked = RouteInput<typeof editTransfer>['body']

/** What was sent already and still is the sender's to change. */
function requireChangeable({ state }: TransferRow): void {
  if (state === 'uploading') throw new Problem('transferUploading')
  if (state === 'takenDown') throw new Problem('transferTakenDown')
}

/** All of it or nothing, one call after the other. What is as it was asked to be changes nothing; an expired one comes back with a new end. */
export async function changeTransfer(
  services: Deps,
  actor: SignedIn,
  slug: string,
  { password, shareWith, ...asked }: Asked,
): Promise<{ transfer: TransferRecord }> {
  requireActive(actor.status)
  requireChangeable(await requireOwn(services.db, actor, slug, 'change'))
  // Before the transaction, so that no row is locked meanwhile.
  if (password) refuseCommonPassword(password)
  const passwordHash = password ? await hashPassword(password) : password
  const transfer = await inTransaction(services.db, (tx) =>
    change(tx, services, { slug, actor, edit: { ...asked, passwordHash }, shareWith }),
  )
  const [record] = await recordsOf(services, actor, [transfer])
  return { transfer: record! }
}

type Call = { slug: string; actor: SignedIn; edit: Edit; shareWith: string[] | undefined }

async function change(tx: Transaction, { clock }: Deps, { slug, actor, edit, shareWith }: Call): Promise<TransferRow> {
  const transfer = await lockOwn(tx, { slug, actor, action: 'change' })
  if (!transfer) throw new Problem('notYours')
  requireChangeable(transfer)
  const owner = await holdOwner(tx, transfer.ownerId)
  requireActive(owner.status)
  const now = clock()
  if (edit.expirySeconds !== undefined || edit.expiryDate !== undefined) await checkMaySendAs(tx, owner, actor.userId)
  const shares = shareWith && (await sharesOf(tx, transfer.ownerId, shareWith))
  const changes = changesOf(transfer, owner, { ...edit, shares }, now)
  const isShared = changedShares(transfer, shares) !== null
  if (Object.keys(changes.set).length > Object.keys(isShared ? shares! : {}).length)
    await noteAct(tx, actor, 'changed', nameOf(transfer), now)
  const after = await apply(tx, transfer, changes, { by: actor.userId, at: now })
  if (isShared) await tellSharedTransfer(tx, actor, { transfer: after, before: transfer, at: now })
  return after
}

const searched = [...senderLineNames, 'message'] as const

const isOpen = (transfer: TransferRow, now: Date): boolean =>
  transfer.state === 'active' && transfer.expiresAt > now && downloadsLeft(transfer) !== 0

async function apply(
  tx: Transaction,
  before: TransferRow,
  { set, fields, detail }: Changes,
  { by, at }: { by: string; at: Date },
): Promise<TransferRow> {
  if (Object.keys(set).length === 0) return before
  const after = await updateTransfer(tx, before.id, set)
  if (searched.some((name) => after[name] !== before[name])) await refreshText(tx, before.id)
  // The mails whose turn came while it was closed or had ended go now (T10).
  if (after.state === 'active' && (before.state === 'disabled' || set.expiresAt)) await queueMails(tx, before.id)
  if (!isOpen(before, at) && isOpen(after, at))
    await addJob(tx, reopenedJob, { transferId: before.id }, { key: `reopened:${before.id}` })
  const common = { actor: 'sender', by, at } as const
  await addEvents(tx, before.id, [
    ...(fields.length ? [{ ...common, kind: 'changed', detail: { fields: fields.join(','), ...detail } } as const] : []),
    ...(after.state !== before.state ? [{ ...common, kind: after.state === 'active' ? 'enabled' : 'disabled' } as const] : []),
  ])
  return after
}
