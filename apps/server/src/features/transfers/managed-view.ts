/** A transfer as its sender without an account sees it (Q22, D5). */
import type { ManagedTransfer } from '@sampan/contract/routes/manage'
import { baseName } from '@sampan/contract/rules/file-path'
import { formatCountry } from '@sampan/texts/format'
import type { Actor } from '../../http/actor.ts'
import { recipientLink } from '../../links.ts'
import { originOfOwner } from '../domains/index.ts'
import { ownerStatusOf } from '../owners/index.ts'
import { linkToken } from './link-token.ts'
import { findManaged, type ManageDeps, type ManageLink } from './manage-link.ts'
import * as queries from './queries.ts'
import { downloadsOf, pathsOfUpload } from './queries-manage.ts'
import { statusOf } from './transfer-status.ts'

const downloadsShown = 50

export async function viewManaged(deps: ManageDeps, actor: Actor, link: ManageLink): Promise<ManagedTransfer> {
  const transfer = await findManaged(deps, actor, link)
  if (transfer.authorId) return { ...nothing, slug: transfer.slug, status: 'inAccount', senderEmail: transfer.senderEmail }
  const { db, clock } = deps
  const isDeleted = transfer.state === 'deleted'
  const status = isDeleted ? 'deleted' : statusOf(transfer, (await ownerStatusOf(db, transfer.ownerId))!, clock())
  const held = await queries.filesOfTransfer(db, transfer.id)
  const files = held.length > 0 ? held : await pathsOfUpload(db, transfer.uploadId)
  return {
    slug: transfer.slug,
    status,
    senderEmail: transfer.senderEmail,
    message: transfer.message,
    fileName: transfer.fileName,
    fileNumber: transfer.fileCount,
    totalBytes: transfer.totalBytes,
    dateSent: transfer.sentAt.getTime(),
    expiryDate: transfer.expiresAt.getTime(),
    total_downloads: transfer.downloadCount,
    restorableUntil: transfer.restorableUntil?.getTime() ?? null,
    files: files.map(({ path, size }) => ({ path, size })),
    emailTo: await recipientsOf(deps, transfer, status === 'active' || status === 'uploading'),
    downloads: (await downloadsOf(db, transfer.id, downloadsShown)).map(({ at, email, countryCode, city, fileCount, path }) => ({
      dlDate: at.getTime(),
      receiverEmail: email,
      dlCountryCode: countryCode,
      country_name: formatCountry(countryCode, actor.language),
      city_name: city,
      fileNumber: fileCount,
      fileName: path === null ? null : baseName(path),
    })),
  }
}

const nothing = {
  message: '',
  fileName: '',
  fileNumber: 0,
  totalBytes: 0,
  dateSent: 0,
  expiryDate: 0,
  total_downloads: 0,
  restorableUntil: null,
  files: [],
  emailTo: [],
  downloads: [],
}

async function recipientsOf(deps: ManageDeps, { id, slug, ownerId }: queries.TransferRow, isOpen: boolean) {
  const { db, secrets } = deps
  const origin = await originOfOwner(deps, ownerId)
  const urlOf = (recipientId: string) => recipientLink(origin, slug, linkToken(secrets.link, recipientId))
  return (await queries.recipientsOf(db, id)).map((row) => ({
    recipientId: row.id,
    email: row.email,
    state: row.mailState,
    reason: row.mailReason,
    mailedAt: row.mailedAt?.getTime() ?? null,
    openedAt: row.openedAt?.getTime() ?? null,
    downloadedAt: row.downloadedAt?.getTime() ?? null,
    linkUrl: isOpen ? urlOf(row.id) : null,
  }))
}
