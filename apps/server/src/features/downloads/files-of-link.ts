/** The files behind a link, whole or still on their way, and how their bytes are read. */
import { Problem } from '@sampan/contract/errors'
import type { OpenBlob } from '../../delivery/zip-stream.ts'
import type { Services } from '../../services.ts'
import { filesOfUpload, type HeldFile, readBlob } from '../content/index.ts'
import { filesOfTransfer } from '../transfers/index.ts'
import { arrivalOf, openArrived } from '../uploads/index.ts'
import type { Link } from './resolve-link.ts'
import { requireHarmless } from './scanned.ts'

type Of = Pick<Link, 'transfer' | 'isArriving'>

/** All of them, or those of these ids that are among them, in their order. */
export const filesOf = ({ db }: Pick<Services, 'db'>, { transfer, isArriving }: Of, only?: string[]): Promise<HeldFile[]> =>
  isArriving ? filesOfUpload(db, transfer.uploadId, only) : filesOfTransfer(db, transfer.id, only)

const soonestSeconds = 2
const latestSeconds = 60

/** They are not all here yet; asked again when they may be. */
export async function notYet(services: Pick<Services, 'db' | 'clock'>, { transfer }: Of): Promise<Problem> {
  const arrival = await arrivalOf(services, transfer.uploadId)
  const wait = Math.min(latestSeconds, Math.max(soonestSeconds, arrival?.secondsLeft ?? latestSeconds))
  return new Problem('transferUploading', {}, { retryAfterSeconds: wait })
}

/** The one of this id; a folder is none. */
export async function openFile(services: Services, link: Of, fileId: string): Promise<{ file: HeldFile; open: OpenBlob }> {
  const [held] = await filesOf(services, link, [fileId])
  if (!held || held.path.endsWith('/')) throw new Problem('transferUnknown')
  const { files, open } = await openFiles(services, link, [held])
  return { file: files[0]!, open }
}

/** Files that can be read now, each with its checksum; throws where one of them is not whole yet, or lost. */
export async function openFiles(services: Services, link: Of, files: HeldFile[]): Promise<{ files: HeldFile[]; open: OpenBlob }> {
  if (files.some(({ isLost }) => isLost)) throw new Problem('fileLost')
  requireHarmless(services, link, files)
  if (!link.isArriving) return { files, open: (blobId, from, to) => readBlob(services, blobId, from, to) }
  const arrived = await openArrived(services, link.transfer.uploadId, files)
  if (!arrived) throw await notYet(services, link)
  return { files: files.map((file) => ({ ...file, crc32: arrived.crcs.get(file.id) ?? 0 })), open: arrived.open }
}
