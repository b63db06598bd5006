/** What a file request's page shows its reader: what is asked, within which limits, and what came from here before (R2). */
import { Problem } from '@sampan/contract/errors'
import { requestLimits } from '@sampan/contract/limits'
import { planOf } from '@sampan/contract/plans'
import type { PageSlot, RequestView, SentFileView } from '@sampan/contract/routes/request-page'
import { baseName } from '@sampan/contract/rules/file-path'
import type { RequestPageState } from '@sampan/contract/states'
import type { Actor } from '../../http/actor.ts'
import type { Services } from '../../services.ts'
import { findAccount, picturesOf } from '../accounts/index.ts'
import { brandOfPage } from '../branding/index.ts'
import type { HeldFile } from '../content/index.ts'
import { scanOfFile } from '../downloads/index.ts'
import * as queries from './queries.ts'
import { examplesOf } from './queries-examples.ts'
import { filesOfOthers, messagesOf, type SentFile, sentFiles } from './queries-submissions.ts'
import { commentsOf, markOpened } from './queries-suppliers.ts'
import { endOf } from './request-status.ts'
import { otherFiles, slotOf } from './slots.ts'
import { findVisitor, type LinkQuery, type Visitor } from './visitor.ts'

export const statuses: Record<RequestPageState, number> = {
  open: 200,
  password: 401,
  closed: 403,
  storageFull: 403,
  unknown: 404,
  full: 409,
  expired: 410,
  takenDown: 451,
}

const blank = (slug: string, state: RequestPageState): RequestView => ({
  state,
  slug,
  requester: null,
  title: '',
  message: '',
  dueAt: null,
  isLate: false,
  endsAt: null,
  documents: [],
  takesOtherFiles: false,
  accept: [],
  maxFileBytes: null,
  maxTotalBytes: 0,
  maxFiles: 0,
  submissionsLeft: null,
  nameField: 'hidden',
  emailField: 'hidden',
  me: null,
  otherFiles: [],
  filesOfOthers: [],
  filesOfOthersCount: 0,
  comments: [],
})

type Deps = Pick<Services, 'db' | 'secrets' | 'clock' | 'config' | 'linkMissed'>

async function requesterOf(deps: Deps, { authorId }: queries.RequestRow): Promise<RequestView['requester']> {
  const account = authorId ? await findAccount(deps.db, { id: authorId }) : undefined
  if (!account) return null
  const { fullName: name, company, email } = account.user
  return { name, company, email, ...picturesOf(deps, { email, pictureId: account.pictureId }) }
}

const shown =
  (isReplaced: boolean) =>
  ({ fileId, path, size, createdAt, decision }: SentFile): SentFileView => ({
    ...{ fileId, path, size, decision, isReplaced },
    sentAt: createdAt.getTime(),
  })

/** What it may tell before its password was given: who asks, and nothing else. Everything where somebody may send. */
export async function viewOf(
  deps: Deps,
  { request, owner, supplier, state, sentBack, leftBytes }: Visitor,
): Promise<RequestView> {
  if (state === 'takenDown') return blank(request.slug, state)
  const [requester, brand] = [await requesterOf(deps, request), await brandOfPage(deps, request.ownerId)]
  const known = { ...blank(request.slug, state), requester, brand }
  if (state === 'password') return known
  const { id, title, message, dueAt, showsFiles, takesOtherFiles, accept, maxFileBytes, nameField, emailField } = request
  const named = { ...known, title }
  if (state !== 'open') return { ...named, ...(await before(deps, request, supplier, () => false)) }
  const now = deps.clock()
  const plan = planOf(owner)
  const { maxSubmissions, submissionCount } = request
  return {
    ...named,
    message,
    dueAt: dueAt?.getTime() ?? null,
    isLate: dueAt !== null && dueAt <= now,
    endsAt: sentBack ? null : (endOf(request)?.getTime() ?? null),
    takesOtherFiles: sentBack ? sentBack.has(null) : takesOtherFiles || (await queries.documentsOf(deps.db, id)).length === 0,
    accept,
    maxFileBytes,
    maxTotalBytes: Math.min(plan.uploadBytes, leftBytes),
    maxFiles: Math.min(plan.files, request.maxFiles ?? Number.POSITIVE_INFINITY),
    // Open although all have been sent: this one was asked for again.
    submissionsLeft: maxSubmissions === null ? null : Math.max(1, maxSubmissions - submissionCount),
    nameField,
    emailField,
    me: supplier?.tokenHash && supplier.email ? { email: supplier.email, name: supplier.name } : null,
    ...(await before(deps, request, supplier, (documentId) => sentBack === null || sentBack.has(documentId))),
    ...(showsFiles && (await ofOthers(deps, request, supplier))),
  }
}

async function ofOthers({ db }: Deps, { id }: queries.RequestRow, supplier: Visitor['supplier']) {
  const { files, count } = await filesOfOthers(db, id, supplier?.id, requestLimits.filesOfOthers)
  return { filesOfOthers: files, filesOfOthersCount: count }
}

function shownExample(deps: Deps, file: HeldFile | undefined): PageSlot['example'] {
  if (!file) return null
  const { isBlocked = false } = scanOfFile(deps, { isArriving: false }, file)
  return { name: baseName(file.path), size: file.size, isBlocked: isBlocked || file.isLost }
}

/** What came from this supplier, and what was said of it. */
async function before(
  deps: Deps,
  { id }: queries.RequestRow,
  supplier: Visitor['supplier'],
  isOpen: (documentId: string) => boolean,
) {
  const { db } = deps
  const files = supplier ? await sentFiles(db, id, supplier.id) : []
  const comments = supplier ? await commentsOf(db, [supplier.id]) : []
  const messages = supplier ? await messagesOf(db, id, [supplier.id]) : []
  const examples = await examplesOf(deps.db, id)
  const documents = (await queries.documentsOf(db, id)).map(({ id: _id, name, note, accept, isRequired }) => {
    const { state, newest, earlier } = slotOf(files.filter(({ documentId }) => documentId === _id))
    const reason = newest.find(({ decision }) => decision === 'rejected')?.reason ?? ''
    const shownFiles = [...newest.map(shown(false)), ...earlier.map(shown(true))]
    return {
      _id,
      name,
      note,
      accept,
      isRequired,
      state,
      isOpen: isOpen(_id),
      reason,
      files: shownFiles,
      example: shownExample(deps, examples.get(_id)),
    }
  })
  return {
    documents,
    otherFiles: otherFiles(files).map(shown(false)),
    // What came with files was said as well: it is one conversation.
    comments: [...comments, ...messages.map((message) => ({ ...message, by: 'supplier' as const, isWithdrawal: false }))]
      .map(({ by, text, at, isWithdrawal }) => ({ by, text, at: at.getTime(), isWithdrawal }))
      .sort((one, other) => one.at - other.at),
  }
}

/** The view with the status of its page: every state of a request is an answer. */
export async function viewPage(deps: Deps, actor: Actor, link: LinkQuery): Promise<{ status: number; view: RequestView }> {
  try {
    const visitor = await findVisitor(deps, actor, link)
    if (visitor.supplier) await markOpened(deps.db, visitor.supplier.id, deps.clock())
    return { status: statuses[visitor.state], view: await viewOf(deps, visitor) }
  } catch (error) {
    if (!(error instanceof Problem) || error.code !== 'requestUnknown') throw error
    return { status: statuses.unknown, view: blank(link.slug, 'unknown') }
  }
}
