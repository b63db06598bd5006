/** The address by which a requester's browser gets received files: signed, for some minutes, for these files and that session and nothing else. */
import { Problem } from '@sampan/contract/errors'
import { exportAddressSeconds } from '@sampan/contract/limits'
import { can } from '@sampan/contract/permissions'
import type { OwnerStatus } from '@sampan/contract/states'
import { addSeconds } from '../../add-seconds.ts'
import type { SignedIn } from '../../http/actor.ts'
import type { HttpContext } from '../../http/serve-route.ts'
import { readAddress, signAddress } from '../../http/signed-address.ts'
import type { Services } from '../../services.ts'
import { noteTaken } from '../team-log/index.ts'
import { closedMark } from '../transfers/index.ts'
import { findRequest, type RequestRow } from './queries.ts'
import { receivedFiles, type SentFile, sentFiles, statesOf } from './queries-submissions.ts'
import { requireOwnFiles } from './read-request.ts'
import { otherFiles, slotOf } from './slots.ts'

type Chosen = { supplierId?: string | undefined; fileIds?: readonly string[] | undefined }
export type Received = { request: RequestRow; files: SentFile[]; isOne: boolean }

const idBytes = 16
const packed = (ids: readonly string[]): string =>
  Buffer.concat(ids.map((id) => Buffer.from(id.replaceAll('-', ''), 'hex'))).toString('base64url')
function unpacked(text: string): string[] {
  const bytes = Buffer.from(text, 'base64url')
  return Array.from({ length: bytes.length / idBytes }, (_, at) =>
    bytes
      .subarray(at * idBytes, (at + 1) * idBytes)
      .toString('hex')
      .replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5'),
  )
}

/** For everybody, its owner too (R41). */
const isGone = ({ transferState }: Pick<SentFile, 'transferState'>): boolean =>
  transferState === 'takenDown' || transferState === 'deleted'

/** Received ones: those that are named, or the newest of every document, of one supplier or of all, and what belongs to none. */
async function chosenOf({ db }: Pick<Services, 'db'>, { id }: RequestRow, { supplierId, fileIds }: Chosen): Promise<SentFile[]> {
  if (fileIds) {
    const named = await receivedFiles(db, id, fileIds)
    if (named.some(isGone)) throw new Problem('transferTakenDown')
    return supplierId ? named.filter((file) => file.supplierId === supplierId) : named
  }
  const files = (await sentFiles(db, id, supplierId)).filter((file) => file.receivedAt !== null && !isGone(file))
  const slots = new Map<string, SentFile[]>()
  for (const file of files) {
    if (file.documentId === null) continue
    const key = `${file.supplierId} ${file.documentId}`
    const slot = slots.get(key)
    if (slot) slot.push(file)
    else slots.set(key, [file])
  }
  return [...[...slots.values()].flatMap((slot) => slotOf(slot).newest), ...otherFiles(files)]
}

/** Of the transfers that hold them, which of several may be disabled. */
function markOf(files: readonly Pick<SentFile, 'transferId' | 'transferState'>[], status: OwnerStatus): string {
  const states = new Map(files.map(({ transferId, transferState }) => [transferId, transferState]))
  return closedMark([...states.values()], status)
}

export async function receivedAddress(
  { db, secrets, clock }: Pick<Services, 'db' | 'secrets' | 'clock'>,
  actor: SignedIn,
  { slug, ...chosen }: Chosen & { slug: string },
): Promise<{ url: string }> {
  const request = await requireOwnFiles({ db }, { slug, actor, action: 'read' })
  const files = await chosenOf({ db }, request, chosen)
  if (files.length === 0) throw new Problem('noFiles')
  if (chosen.fileIds && files.length < new Set(chosen.fileIds).size) throw new Problem('notYours')
  await noteTaken({ db, clock }, actor, 'downloaded', request.title)
  const given = [packed(chosen.supplierId ? [chosen.supplierId] : []), packed(chosen.fileIds ?? [])]
  const said = [packed([request.id]), ...given, packed([actor.sessionId]), markOf(files, actor.status)]
  return { url: `/api/received/${signAddress(secrets.download, 'received', said, addSeconds(clock(), exportAddressSeconds))}` }
}

type Reading = Pick<Services, 'db' | 'secrets' | 'clock'> & Pick<HttpContext, 'recentIdentityOf'>

/** Throws notYours for one that is forged or over, for a session that has ended, and where something of it was blocked since it was given. */
export async function receivedBy(
  { db, secrets, clock, recentIdentityOf }: Reading,
  token: string,
): Promise<{ received: Received; mayGoOn: () => Promise<boolean> }> {
  const [id = '', supplier = '', ids = '', session = '', mark] =
    readAddress(secrets.download, 'received', token, clock())?.fields ?? []
  const [requestId, sessionId] = [unpacked(id)[0], unpacked(session)[0]]
  const request = requestId && (await findRequest(db, { id: requestId }))
  if (!request || !sessionId) throw new Problem('notYours')
  if (request.takenDown === 'files') throw new Problem('requestTakenDown')
  const fileIds = ids ? unpacked(ids) : undefined
  const files = await chosenOf({ db }, request, { supplierId: unpacked(supplier)[0], fileIds })
  const holds = async (now: readonly Pick<SentFile, 'transferId' | 'transferState'>[]) => {
    const identity = await recentIdentityOf(sessionId, request.ownerId)
    return identity !== null && can(identity, 'read', request) && markOf(now, identity.status) === mark
  }
  if (files.length === 0 || !(await holds(files))) throw new Problem('notYours')
  const transferIds = [...new Set(files.map(({ transferId }) => transferId))]
  const mayGoOn = async () => {
    const now = await statesOf(db, transferIds)
    return now.length === transferIds.length && !now.some(isGone) && holds(now)
  }
  return { received: { request, files, isOne: fileIds?.length === 1 }, mayGoOn }
}
