/**
 * What a limit of downloads counts (D6): a visit that takes all files one by one is one, as is one that takes the zip. What it takes a
 * second time counts again, so that an address that is passed on does not open the limit to everybody.
 */
import { limitVisitSeconds } from '@sampan/contract/limits'
import { addSeconds } from '../../add-seconds.ts'
import type { Db, Transaction } from '../../db/connect.ts'
import type { DownloadScope } from '../../db/download-scope.ts'
import type { Actor } from '../../http/actor.ts'
import { downloadsLeft, hasVisitTakenAll, type TransferRow } from '../transfers/index.ts'
import { leasedDownloads, standingOfVisit, type VisitStanding } from './queries-visits.ts'

type Visit = { downloadId: { visit: string } | null; recipient: { id: string } | null; transfer: TransferRow }

/** Same dl, else the same address and program. */
export const visitorOf = ({ downloadId, recipient }: Visit, { ip, userAgent }: Actor): string =>
  downloadId ? `visit:${downloadId.visit}` : `${recipient?.id ?? ''}:${ip}:${userAgent}`.slice(0, 400)

const within = (now: Date) => ({ since: addSeconds(now, -limitVisitSeconds), now })

/** `sizeBytes`: where it is known already. */
type Reading = { transferId: string; visitor: string; version: number; sizeBytes?: number } & DownloadScope
type Sizes = Pick<TransferRow, 'totalBytes' | 'fileCount'>

/** Its names and what stands around them. */
const zipBytesPerFile = 2048

/** Everything once file by file and once in a zip: whoever puts ever other files together takes no more than that for one download. */
const isWithin = ({ totalBytes, fileCount }: Sizes, { heldBytes }: VisitStanding, { sizeBytes = 0 }: Reading): boolean =>
  heldBytes + sizeBytes <= 2 * (totalBytes + fileCount * zipBytesPerFile)

const isFree = (transfer: Sizes, standing: VisitStanding, reading: Reading): boolean =>
  standing.isCounted && !standing.hasSame && isWithin(transfer, standing, reading)

/** More of a visit that is counted already, and nothing that it has. */
export const isFreeDownload = async (
  tx: Transaction,
  { transfer, reading, sessionId }: { transfer: Sizes; reading: Reading; sessionId: string },
  now: Date,
): Promise<boolean> => isFree(transfer, await standingOfVisit(tx, reading, within(now), sessionId), reading)

/** Whether this visit may begin to read it; the transfer is locked where the answer has to hold. */
export async function mayBegin(db: Db, transfer: TransferRow, reading: Reading, now: Date): Promise<boolean> {
  const left = downloadsLeft(transfer)
  if (left === null) return true
  const standing = await standingOfVisit(db, reading, within(now))
  if (isFree(transfer, standing, reading) || standing.isReadingSame) return true
  if (standing.isReading && !standing.hasSame && isWithin(transfer, standing, reading)) return true
  return (await leasedDownloads(db, transfer.id, within(now))) < left
}

/** A visit that the limit has counted, and for which something is left that it has not taken. */
export async function isCountedVisit(db: Db, { transfer, ...visit }: Visit, actor: Actor, now: Date): Promise<boolean> {
  if (transfer.downloadLimit === null) return false
  const visitor = visitorOf({ transfer, ...visit }, actor)
  const reading = { transferId: transfer.id, visitor, version: transfer.version, fileId: null, selectionId: null }
  const { isCounted } = await standingOfVisit(db, reading, within(now))
  return isCounted && !(await hasVisitTakenAll(db, transfer, visitor))
}
