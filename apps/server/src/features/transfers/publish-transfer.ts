/** /quicksend2: publishes an upload as a transfer, once, whatever is retried (U8, R05). */

import { Problem } from '@sampan/contract/errors'
import { defaultLanguage, picturePath } from '@sampan/contract/paths'
import type { RouteAnswer, RouteInput } from '@sampan/contract/routes/route'
import type { quicksend2 } from '@sampan/contract/routes/transfers'
import { baseName } from '@sampan/contract/rules/file-path'
import { countFiles, totalBytes } from '@sampan/contract/rules/file-set'
import { senderLineNames, senderValues } from '@sampan/contract/rules/sender-values'
import type { MediaKind } from '@sampan/contract/states'
import { formatBytes } from '@sampan/texts/format'
import { hashPassword, refuseCommonPassword } from '../../adapters/passwords/passwords.ts'
import { addSeconds } from '../../add-seconds.ts'
import { type Db, inTransaction, type Transaction } from '../../db/connect.ts'
import type { Actor } from '../../http/actor.ts'
import { takeRates } from '../../http/rate-limit.ts'
import type { Services } from '../../services.ts'
import { headOfTeam } from '../accounts/index.ts'
import { contactsAmong } from '../contacts/index.ts'
import { markRecorded } from '../content/index.ts'
import { requireOwnSender } from '../domains/index.ts'
import { noteAct } from '../team-log/index.ts'
import { type ClaimedUpload, claimUpload, finishUpload, mayClaim, type UploadPurposes } from '../uploads/index.ts'
import { isVerified } from '../verification/index.ts'
import { insertPeople } from './change-recipients.ts'
import { type Checked, checkInput, checkPlan, type Input, withDefaults } from './check-sending.ts'
import { isSender } from './is-sender.ts'
import { linkUrlOf } from './list-transfers.ts'
import * as queries from './queries.ts'
import { pictureIdOf } from './queries-sender.ts'
import { changedShares, type Shares, sharesOf, shareWithOf, tellSharedTransfer } from './share-with-team.ts'
import { nameOf } from './transfer-name.ts'

type Answer = RouteAnswer<typeof quicksend2>
export type CheckedSending = { actor: Actor; input: Input; checked: Checked; passwordHash: string | null; now: Date }

export async function publishTransfer(
  services: Services & UploadPurposes,
  actor: Actor,
  given: RouteInput<typeof quicksend2>['body'],
): Promise<Answer> {
  const input = await withDefaults(services.db, actor, given)
  const checked = checkInput(actor, input)
  const asked = { actor, input, checked, passwordHash: await hashOf(services, actor, input), now: services.clock() }
  const published = await inTransaction(services.db, (tx) => publishRows(tx, services, asked))
  if (!published) throw new Problem('uploadNotFound')
  await finishUpload(services, published.uploadId)
  const transfer = await queries.findTransfer(services.db, { id: published.id })
  // Taken back meanwhile.
  if (!transfer) throw new Problem('uploadNotFound')
  return record(services, actor, transfer)
}

/**
 * Made before the transaction, so that no row is locked meanwhile. Only for an upload that waits for this caller: who repeats a call
 * needs none, and who tries slugs neither takes the turns of those who log in nor is told by the time.
 */
async function hashOf({ db }: Services, actor: Actor, { slug, password }: Input): Promise<string | null> {
  if (!password) return null
  refuseCommonPassword(password)
  return (await mayClaim(db, actor, slug)) ? hashPassword(password) : null
}

async function publishRows(tx: Transaction, services: Services, asked: CheckedSending): Promise<queries.TransferRow | undefined> {
  const { actor, input, checked, now } = asked
  const email = checked.senderEmail
  if (actor.kind === 'anonymous' && !(await isVerified(tx, actor.browserHash!, email, now)))
    throw new Problem('addressNotVerified')
  const claimed = await claimUpload(tx, { slug: input.slug, actor, email, now })
  if (!claimed) return findPublished(tx, asked)
  // What shall have a password never goes without.
  if (input.password && !asked.passwordHash) throw new Problem('uploadNotFound')
  const { parentAdminID, pmDomainID } = input
  if (parentAdminID && (await headOfTeam(tx, claimed.owner.id))?.userId !== parentAdminID) throw new Problem('notYours')
  if (pmDomainID) await requireOwnSender(tx, claimed.owner.id, pmDomainID)
  if (actor.kind === 'user') checkPlan(claimed.owner, input, checked.to)
  await markRecorded(tx, services, claimed.upload.id, input)
  return insertRows(tx, services, claimed, asked)
}

async function findPublished(tx: Transaction, { actor, input, now }: CheckedSending): Promise<queries.TransferRow | undefined> {
  const transfer = await queries.findTransfer(tx, { slug: input.slug })
  return transfer && (await isSender(tx, actor, transfer, now)) ? transfer : undefined
}

/** An account is known by its own name; what the call says fills in what it has not told. */
async function senderOf(tx: Transaction, { actor, input, checked }: CheckedSending) {
  const account = actor.kind === 'user' ? await queries.findSender(tx, actor.userId) : undefined
  return {
    senderEmail: account?.email ?? checked.senderEmail,
    senderName: account?.fullName.trim() || input.senderName?.trim() || null,
    company: account?.company.trim() || input.company?.trim() || null,
    language: input.language ?? (actor.kind === 'user' ? actor.mailLanguage : defaultLanguage),
  }
}

/** Each once, with what the call tells of them. */
function peopleOf({ input, checked }: CheckedSending) {
  // The first of several that name one address.
  const given = new Map(input.emailTo.map((person) => [person.email, person] as const).reverse())
  return checked.to.map((to) => given.get(to)!)
}

const nobody: Shares = { sharedWith: [], isSharedWithTeam: false }

/** Not visible yet: activateTransfer comes next, when its files are whole. */
export async function insertRows(
  tx: Transaction,
  services: Services,
  { upload, owner, authorId, files }: ClaimedUpload,
  asked: CheckedSending,
): Promise<queries.TransferRow> {
  const { input, checked, passwordHash, now } = asked
  const transfer = await queries.insertTransfer(tx, {
    slug: upload.slug,
    uploadId: upload.id,
    ownerId: owner.id,
    authorId,
    state: 'uploading',
    sendAs: input.sendAs,
    ...(await senderOf(tx, asked)),
    ...senderValues(input),
    fileName: baseName(files[0]!.path),
    fileCount: countFiles(files),
    totalBytes: totalBytes(files),
    expirySeconds: input.expirySeconds,
    sentAt: now,
    expiresAt: addSeconds(now, input.expirySeconds),
    passwordHash,
    ...(input.shareWith && (await sharesOf(tx, owner.id, input.shareWith))),
  })
  if (asked.actor.kind === 'anonymous' && checked.to.length)
    await takeRates(tx, services.config.rateLimits.networkMails, asked.actor.networkKey, now, checked.to.length)
  await insertPeople(tx, services, transfer, peopleOf(asked), { language: input.mailLanguage })
  const lines = senderLineNames.map((name) => transfer[name])
  await queries.insertText(tx, transfer, [...lines, input.message, ...checked.to, ...files.map(({ path }) => path)])
  if (asked.actor.kind === 'user') {
    await noteAct(tx, asked.actor, 'sent', nameOf(transfer), now)
    if (changedShares(nobody, transfer)) await tellSharedTransfer(tx, asked.actor, { transfer, before: nobody, at: now })
  }
  services.metrics.countBy('transfersPublished', input.sendAs)
  return transfer
}

/** Null for what was sent for the sender's own account. */
async function teamOf(db: Db, transfer: queries.TransferRow) {
  const head = transfer.authorId ? await headOfTeam(db, transfer.ownerId) : undefined
  const isTeams = head !== undefined && head.userId !== transfer.authorId
  const shareWith = shareWithOf(transfer)
  return { shareWith: isTeams || shareWith.length > 0 ? shareWith : null, parentAdminID: isTeams ? head.userId : null }
}

const itemOf = ({ path, size }: queries.ListedFile) => ({ fileName: baseName(path), size, itemPath: path })

function recordedOf(files: readonly queries.ListedFile[], media: MediaKind) {
  const recorded = files.filter((file) => file.media === media)
  return recorded.length ? recorded.map(itemOf) : null
}

export async function record(
  services: Services,
  { language }: Pick<Actor, 'language'>,
  transfer: queries.TransferRow,
): Promise<Answer> {
  const [to, files, pictureId] = await Promise.all([
    queries.recipientsOf(services.db, transfer.id),
    queries.listedFilesOf(services.db, transfer.id),
    transfer.authorId ? pictureIdOf(services.db, transfer.authorId) : undefined,
  ])
  const emails = to.map(({ email }) => email)
  return {
    _id: transfer.id,
    slug: transfer.slug,
    state: transfer.state,
    sendAs: transfer.sendAs,
    senderEmail: transfer.senderEmail,
    message: transfer.message,
    fileName: transfer.fileName,
    fileNumber: transfer.fileCount,
    totalBytes: transfer.totalBytes,
    dateSent: transfer.sentAt.getTime(),
    expiryDate: transfer.expiresAt.getTime(),
    expirySeconds: transfer.expirySeconds,
    emailTo: emails.map((email) => ({ email })),
    linkUrl: transfer.sendAs === 'link' ? await linkUrlOf(services, transfer) : null,
    contacts: transfer.authorId ? await contactsAmong(services.db, transfer.ownerId, emails) : [],
    senderId: transfer.authorId,
    senderName: transfer.senderName,
    company: transfer.company,
    size: formatBytes(transfer.totalBytes, language),
    status: true,
    fileObjects: files.map(itemOf),
    recordedVideos: recordedOf(files, 'video'),
    voiceMemo: recordedOf(files, 'voice'),
    profilePic: pictureId ? picturePath(pictureId) : null,
    ...(await teamOf(services.db, transfer)),
  }
}
