/** The address by which a requester's browser gets received files: signed, for some minutes, for these files and nothing else. */
import { Problem } from '@sampan/contract/errors'
import { exportAddressSeconds } from '@sampan/contract/limits'
import { addSeconds } from '../../add-seconds.ts'
import type { SignedIn } from '../../http/actor.ts'
import { sign, unsign } from '../../http/signing.ts'
import type { Services } from '../../services.ts'
import { findRequest, type RequestRow } from './queries.ts'
import { type SentFile, sentFiles } from './queries-submissions.ts'
import { requireOwn } from './read-request.ts'
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

/** Received ones: those that are named, or the newest of every document, of one supplier or of all, and what belongs to none. */
async function chosenOf({ db }: Pick<Services, 'db'>, { id }: RequestRow, { supplierId, fileIds }: Chosen): Promise<SentFile[]> {
  const files = (await sentFiles(db, id, supplierId)).filter(({ receivedAt }) => receivedAt !== null)
  if (fileIds) return files.filter(({ fileId }) => fileIds.includes(fileId))
  const slots = new Map<string, SentFile[]>()
  for (const file of files) {
    if (file.documentId === null) continue
    const key = `${file.supplierId} ${file.documentId}`
    slots.set(key, [...(slots.get(key) ?? []), file])
  }
  return [...[...slots.values()].flatMap((slot) => slotOf(slot).newest), ...otherFiles(files)]
}

export async function receivedAddress(
  { db, secrets, clock }: Pick<Services, 'db' | 'secrets' | 'clock'>,
  actor: SignedIn,
  { slug, ...chosen }: Chosen & { slug: string },
): Promise<{ url: string }> {
  const request = await requireOwn({ db }, { slug, actor, action: 'read' })
  const files = await chosenOf({ db }, request, chosen)
  if (files.length === 0) throw new Problem('noFiles')
  if (chosen.fileIds && files.length < new Set(chosen.fileIds).size) throw new Problem('notYours')
  const until = addSeconds(clock(), exportAddressSeconds).getTime().toString(36)
  const said = ['received', slug, packed(chosen.supplierId ? [chosen.supplierId] : []), packed(chosen.fileIds ?? []), until]
  return { url: `/api/received/${sign(secrets.download, said.join('.'))}` }
}

/** Throws notYours for a forged or an old one. */
export async function receivedBy(
  { db, secrets, clock }: Pick<Services, 'db' | 'secrets' | 'clock'>,
  token: string,
): Promise<Received> {
  const [kind, slug = '', supplier = '', ids = '', until = ''] = unsign(secrets.download, token)?.split('.') ?? []
  const request =
    kind === 'received' && Number.parseInt(until, 36) > clock().getTime() ? await findRequest(db, { slug }) : undefined
  if (!request) throw new Problem('notYours')
  const fileIds = ids ? unpacked(ids) : undefined
  const files = await chosenOf({ db }, request, { supplierId: unpacked(supplier)[0], fileIds })
  if (files.length === 0) throw new Problem('notYours')
  return { request, files, isOne: fileIds?.length === 1 }
}
