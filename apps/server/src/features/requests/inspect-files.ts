/**
 * What received files are inside, where a request takes certain types alone: a name is quickly changed. What is known to be of another type
 * is marked for the requester, who decides; text and what nobody knows is what it says it is.
 */
import { isAcceptedEnding } from '@sampan/contract/rules/accepted-types'
import { extensionOf } from '@sampan/contract/rules/file-path'
import { fileTypeFromBuffer } from 'file-type'
import { inTransaction } from '../../db/connect.ts'
import { notifyLive } from '../../db/live.ts'
import type { Services } from '../../services.ts'
import { readBytes } from '../content/index.ts'
import { documentsOf, findRequest } from './queries.ts'
import { findSubmission, markOtherType, sentFiles } from './queries-submissions.ts'

/** Enough for every type that begins with its mark, and for the first names in a zip. */
const headBytes = 8192

/** Endings of one type: what detection calls by one name goes by several. */
const sameType: readonly (readonly string[])[] = [
  ['jpg', 'jpeg'],
  ['tif', 'tiff', 'dng', 'nef', 'arw', 'cr2'],
  ['heic', 'heif', 'avif'],
  ['mov', 'mp4', 'm4v', 'm4a', '3gp'],
  ['mkv', 'webm'],
  ['ogg', 'oga', 'opus', 'ogv'],
  ['asf', 'wmv', 'wma'],
  ['ps', 'eps', 'ai'],
  ['pdf', 'ai'],
  ['mpg', 'mpeg'],
  ['xml', 'svg'],
  // Old offices keep everything in one kind of box, new ones in a zip.
  ['cfb', 'doc', 'xls', 'ppt'],
  ['zip', 'docx', 'xlsx', 'xlsm', 'pptx', 'odt', 'ods', 'odp', 'numbers', 'pages', 'key', 'epub', 'jar'],
  ['gz', 'tgz', 'tar'],
]

const isSame = (found: string, ending: string): boolean =>
  found === ending || sameType.some((endings) => endings.includes(found) && endings.includes(ending))

/** By the first bytes: certainly something else than its name says, and nothing that is asked for. */
export async function isOtherType(head: Uint8Array, path: string, accept: readonly string[]): Promise<boolean> {
  const found = (await fileTypeFromBuffer(head))?.ext
  const ending = extensionOf(path)
  return found !== undefined && !isSame(found, ending) && !isAcceptedEnding(found, accept)
}

export async function inspectFiles(services: Services, submissionId: string): Promise<void> {
  const { db } = services
  const submission = await findSubmission(db, { id: submissionId })
  const request = submission && (await findRequest(db, { id: submission.requestId }))
  if (!request) return
  const accepts = new Map((await documentsOf(db, request.id)).map(({ id, accept }) => [id, accept]))
  const found: string[] = []
  for (const file of await sentFiles(db, request.id, submission.supplierId)) {
    const accept = (file.documentId && accepts.get(file.documentId)) || request.accept
    if (file.submissionId !== submissionId || accept.length === 0 || !file.blobId) continue
    const { blobId, offset, size } = file
    const head = await readBytes(services, blobId, offset, offset + Math.min(size, headBytes))
    if (await isOtherType(head, file.path, accept)) found.push(file.fileId)
  }
  await inTransaction(db, async (tx) => {
    await markOtherType(tx, submissionId, found)
    if (found.length) await notifyLive(tx, { ownerId: request.ownerId, what: 'request', slug: request.slug })
  })
}
