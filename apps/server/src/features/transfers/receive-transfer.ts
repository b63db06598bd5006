/** What holds the files that were sent to a file request: a transfer of the requester's, with no link, no recipients and no end of its own (R4). */

import type { Language } from '@sampan/contract/paths'
import { expirySeconds } from '@sampan/contract/plans'
import { baseName } from '@sampan/contract/rules/file-path'
import { countFiles, type SizedPath, totalBytes } from '@sampan/contract/rules/file-set'
import { addSeconds } from '../../add-seconds.ts'
import type { Transaction } from '../../db/connect.ts'
import * as queries from './queries.ts'

export type Received = {
  /** Of the upload. */
  slug: string
  uploadId: string
  request: {
    slug: string
    ownerId: string
    authorId: string | null
    language: Language
    sharedWith: string[]
    isSharedWithTeam: boolean
  }
  files: readonly SizedPath[]
  /** As they say themselves. */
  from: { email: string; name: string; company: string }
  message: string
  now: Date
}

/** It is the requester's who sees, forwards and deletes it like any other. */
export async function insertReceived(tx: Transaction, received: Received): Promise<queries.TransferRow> {
  const { slug, uploadId, request, files, from, message, now } = received
  const transfer = await queries.insertTransfer(tx, {
    slug,
    uploadId,
    ownerId: request.ownerId,
    authorId: request.authorId,
    sharedWith: request.sharedWith,
    isSharedWithTeam: request.isSharedWithTeam,
    requestSlug: request.slug,
    state: 'uploading',
    sendAs: 'link',
    senderEmail: from.email,
    senderName: from.name || null,
    company: from.company || null,
    message,
    language: request.language,
    fileName: baseName(files[0]!.path),
    fileCount: countFiles(files),
    totalBytes: totalBytes(files),
    expirySeconds: expirySeconds.never,
    sentAt: now,
    expiresAt: addSeconds(now, expirySeconds.never),
    notifyOnDownload: false,
    isRestricted: true,
  })
  await queries.insertText(tx, transfer, [message, from.email, from.name, ...files.map(({ path }) => path)])
  return transfer
}
