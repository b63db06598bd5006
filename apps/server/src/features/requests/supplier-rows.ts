/** A page of suppliers with what each has sent and said (R3). What is asked of the database is about this page alone. */
import type { ReceivedFile, RequestSlot, RequestSupplier } from '@sampan/contract/routes/request-grid'
import type { SignedIn } from '../../http/actor.ts'
import { type Origin, requestLink } from '../../links.ts'
import type { Services } from '../../services.ts'
import { shownOf } from '../content/index.ts'
import { originOfOwner } from '../domains/index.ts'
import { ownGrant } from '../transfers/index.ts'
import type { DocumentRow, RequestRow } from './queries.ts'
import { filesOfSuppliers, messagesOf, type SentFile } from './queries-submissions.ts'
import { type CommentRow, commentsOf, type SupplierRow } from './queries-suppliers.ts'
import { bySupplier, slotsOf } from './slots.ts'
import { supplierToken } from './supplier-token.ts'

/** `actor`: who looks. */
type Deps = Pick<Services, 'db' | 'config' | 'secrets' | 'clock'> & { actor: SignedIn }
type Of = { request: RequestRow; documents: readonly DocumentRow[]; uploading: ReadonlyMap<string | null, number> }

export async function withFiles(
  deps: Deps,
  { request, documents, uploading }: Of,
  people: readonly SupplierRow[],
): Promise<RequestSupplier[]> {
  const ids = people.map(({ id }) => id)
  const [files, comments, messages] = await Promise.all([
    filesOfSuppliers(deps.db, request.id, ids),
    commentsOf(deps.db, ids),
    messagesOf(deps.db, request.id, ids),
  ])
  const of = { files: bySupplier(files), comments: bySupplier(comments), messages: bySupplier(messages) }
  const origin = await originOfOwner(deps, request.ownerId)
  return people.map((supplier) => ({
    ...whoOf(deps, { origin, slug: request.slug }, supplier),
    uploadingCount: uploading.get(supplier.id) ?? 0,
    slots: shownSlots(deps, documents, of.files.get(supplier.id) ?? []),
    comments: (of.comments.get(supplier.id) ?? []).map(shownComment),
    messages: (of.messages.get(supplier.id) ?? []).map(({ text, at }) => ({ text, at: at.getTime() })),
  }))
}

const shownComment = ({ id: _id, by, text, at, isWithdrawal }: CommentRow) => ({
  ...{ _id, by, text, isWithdrawal },
  at: at.getTime(),
})

const whoOf = ({ secrets }: Deps, { origin, slug }: { origin: Origin; slug: string }, supplier: SupplierRow) => ({
  _id: supplier.id,
  email: supplier.email,
  name: supplier.name,
  company: supplier.company,
  isInvited: supplier.tokenHash !== null,
  linkUrl: supplier.tokenHash ? requestLink(origin, slug, supplierToken(secrets.link, supplier.id)) : null,
  mailState: supplier.mailState,
  mailReason: supplier.mailReason,
  openedAt: supplier.openedAt?.getTime() ?? null,
  remindedAt: supplier.remindedAt?.getTime() ?? null,
})

const shownSlots = (deps: Signing, documents: readonly DocumentRow[], files: readonly SentFile[]): RequestSlot[] =>
  slotsOf(documents, files).map(({ documentId, state, current, replaced }) => ({
    documentId,
    state,
    files: [...current.map((file) => shown(deps, file, false)), ...replaced.map((file) => shown(deps, file, true))],
  }))

type Signing = Parameters<typeof shownOf>[0] & { actor: SignedIn }

const warningOf = ({ scan, isOtherType }: SentFile): ReceivedFile['warning'] => {
  if (scan === 'infected') return 'infected'
  if (isOtherType) return 'otherType'
  return scan === 'waiting' || scan === 'failed' ? 'notScanned' : null
}

const shown = (deps: Signing, file: SentFile, isReplaced: boolean): ReceivedFile => ({
  fileId: file.fileId,
  transferSlug: file.transferSlug,
  path: file.path,
  size: file.size,
  receivedAt: (file.receivedAt ?? file.createdAt).getTime(),
  decision: file.decision,
  reason: file.reason,
  decidedAt: file.decidedAt?.getTime() ?? null,
  isReplaced,
  warning: warningOf(file),
  ...shownOf(
    deps,
    { ...file, id: file.fileId },
    ownGrant(deps.actor, { id: file.transferId, state: file.transferState }),
    file.scan === 'infected' || file.transferState === 'takenDown',
  ),
})
