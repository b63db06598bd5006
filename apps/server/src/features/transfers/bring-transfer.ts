/** A transfer that was sent by another product (O9): with its own times, and nobody is mailed of what they were told there. */
import { randomUUID } from 'node:crypto'
import type { Language } from '@sampan/contract/paths'
import { baseName } from '@sampan/contract/rules/file-path'
import { countFiles, type SizedPath, totalBytes } from '@sampan/contract/rules/file-set'
import { addSeconds } from '../../add-seconds.ts'
import type { Transaction } from '../../db/connect.ts'
import type { Services } from '../../services.ts'
import { addEvents } from '../timeline/index.ts'
import { linkToken, tokenHash } from './link-token.ts'
import * as queries from './queries.ts'

export type BroughtTransfer = {
  /** Of the upload. */
  slug: string
  uploadId: string
  ownerId: string
  authorId: string
  sender: { email: string; name: string }
  language: Language
  title: string
  message: string
  sentAt: Date
  expirySeconds: number
  passwordHash: string | null
  downloadLimit: number | null
  /** Only whom it names may open it. */
  isRestricted: boolean
  /** Addresses that it was sent to. */
  to: readonly string[]
  files: readonly SizedPath[]
}

/** In the transaction in which its upload becomes complete. Its bare link opens as the old one did. */
export async function insertBrought(
  tx: Transaction,
  { secrets }: Pick<Services, 'secrets'>,
  brought: BroughtTransfer,
): Promise<queries.TransferRow> {
  const { sender, to, files, isRestricted, ...given } = brought
  const { sentAt, expirySeconds, uploadId } = given
  const transfer = await queries.insertTransfer(tx, {
    ...given,
    state: 'uploading',
    sendAs: to.length > 0 ? 'email' : 'link',
    isLinkOpen: to.length > 0 && !isRestricted,
    isRestricted,
    senderEmail: sender.email,
    senderName: sender.name || null,
    fileName: baseName(files[0]!.path),
    fileCount: countFiles(files),
    totalBytes: totalBytes(files),
    expiresAt: addSeconds(sentAt, expirySeconds),
  })
  await queries.insertRecipients(
    tx,
    to.map((email) => recipientRow(secrets.link, transfer, email)),
  )
  await queries.insertText(tx, transfer, [given.title, given.message, ...to, ...files.map(({ path }) => path)])
  const active = (await queries.activate(tx, uploadId, sentAt))!
  await addEvents(tx, active, [{ kind: 'sent', actor: 'sender', at: sentAt }])
  return active
}

/** Told already, by the other product; the personal link is for whoever is mailed again from here. */
function recipientRow(secret: Buffer, { id: transferId, sentAt }: queries.TransferRow, email: string) {
  const id = randomUUID()
  return { id, transferId, email, tokenHash: tokenHash(linkToken(secret, id)), mailState: 'sent' as const, mailedAt: sentAt }
}
