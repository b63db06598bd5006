/** One upload as its client knows it: what is missing is asked of the server's list whenever a call ended unknown (U5). */
import { bytesOf, crcOf, missingOf } from './contents.ts'
import {
  type FileSpec,
  type Journal,
  type KnownBlob,
  type KnownFile,
  type Outcome,
  outcomeOf,
  type Range,
  type SentPart,
} from './history.ts'
import { type Answer, jsonOf, type Line } from './line.ts'
import type { Chance } from './seeded.ts'
import type { SenderAccount } from './sender-account.ts'

export type Means = { line: Line; journal: Journal; account: SenderAccount; client: number }
export type Publishing = { sendAs: 'email' | 'link'; to: string[] }
export type OwnUpload = {
  uploadId: string
  slug: string
  blobs: KnownBlob[]
  /** Those that it has now, so far as its client knows. */
  files: KnownFile[]
  /** All that it ever had, those of later versions too. */
  known: KnownFile[]
  /** Everything that was ever sent, whatever became of it. */
  sent: SentPart[]
  received: Map<string, Range[]>
  isStale: boolean
  /** `takingBack`: nobody knows yet whether it is sent or open again. `taken`: its files are in the transfer that it grew. */
  state: 'open' | 'publishing' | 'published' | 'takingBack' | 'taken' | 'gone'
  publishing?: Publishing
  /** Of an e-mail transfer: anyone with the link may read it. */
  isLinkOpen: boolean
  /** Files that were to be added, by the key of the call, while nobody knows whether they were. */
  adding?: { key: string; files: FileSpec[] } | undefined
  /** The transfer for which it brings files, and those that go with them. */
  growing?: { target: OwnUpload; gone: string[] }
}

const jsonBody = (value: unknown) => Buffer.from(JSON.stringify(value))
const isJson = { 'content-type': 'application/json' }

const emptyUpload = {
  blobs: [] as KnownBlob[],
  isStale: false,
  state: 'open',
  isLinkOpen: false,
} as const

/** What a plan tells, without what is of no use here. */
function readPlan(answer: Answer): { blobs: KnownBlob[]; files: KnownFile[] } {
  const { blobs, files } = jsonOf(answer) as { blobs: KnownBlob[]; files: KnownFile[] }
  return {
    blobs: blobs.map(({ blobId, size }) => ({ blobId, size })),
    files: files.map(({ fileId, path, size, blobId, offset }) => ({ fileId, path, size, blobId, offset })),
  }
}

/** Repeated with the same key it begins nothing new. */
export async function createUpload(
  { line, journal, account, client }: Means,
  key: string,
  files: FileSpec[],
  growing?: OwnUpload['growing'],
) {
  const forSlug = growing?.target.slug
  const end = journal.begin(client, { op: 'create', ...(forSlug && { forSlug }) })
  const headers = { ...(await account.ticket()), ...isJson, 'idempotency-key': key }
  const body = jsonBody({ files, ...(forSlug && { forTransfer: { slug: forSlug } }) })
  const answer = await line.call({ method: 'POST', path: '/api/uploads', headers, body })
  const outcome = outcomeOf(answer)
  if (outcome !== 'ok') {
    end({ outcome, status: answer.status })
    return outcome
  }
  const plan = readPlan(answer)
  const { uploadId, slug }: { uploadId: string; slug: string } = jsonOf(answer)
  end({ outcome, status: answer.status, uploadId, slug, ...plan })
  const upload: OwnUpload = {
    ...emptyUpload,
    ...plan,
    uploadId,
    slug,
    known: [...plan.files],
    sent: [],
    received: new Map(),
    ...(growing && { growing }),
  }
  return upload
}

/** Repeated with the same key it adds nothing more. */
export async function addFiles(means: Means, upload: OwnUpload, adding: NonNullable<OwnUpload['adding']>): Promise<void> {
  const { line, journal, account, client } = means
  const { uploadId, slug } = upload
  upload.adding = adding
  const end = journal.begin(client, { op: 'add', uploadId, slug, wanted: adding.files })
  const headers = { ...(await account.ticket()), ...isJson, 'idempotency-key': adding.key }
  const body = jsonBody({ files: adding.files })
  const answer = await line.call({ method: 'POST', path: `/api/uploads/${uploadId}/files`, headers, body })
  const outcome = outcomeOf(answer)
  const plan = outcome === 'ok' ? readPlan(answer) : {}
  end({ outcome, status: answer.status, ...plan })
  if (outcome !== 'unknown') upload.adding = undefined
  if (outcome === 'ok') know(upload, readPlan(answer))
}

function know(upload: OwnUpload, { blobs, files }: { blobs: KnownBlob[]; files: KnownFile[] }): void {
  const before = new Set(upload.known.map(({ fileId }) => fileId))
  Object.assign(upload, { blobs, files, known: [...upload.known, ...files.filter(({ fileId }) => !before.has(fileId))] })
}

/** Some of an open upload; what is unknown is asked of the next list. */
export async function removeFiles(
  { line, journal, account, client }: Means,
  upload: OwnUpload,
  fileIds: string[],
): Promise<void> {
  const { uploadId, slug } = upload
  const end = journal.begin(client, { op: 'remove', uploadId, slug, fileIds })
  const headers = { ...(await account.ticket()), ...isJson }
  const path = `/api/uploads/${uploadId}/removals`
  const answer = await line.call({ method: 'POST', path, headers, body: jsonBody({ fileIds }) })
  end({ outcome: outcomeOf(answer), status: answer.status })
  upload.isStale = true
}

export type Sending = { blobId: string; range: Range; version?: number; flaw?: 'wrongCrc' | 'cut' }

export async function sendPart({ line, journal, account, client }: Means, upload: OwnUpload, sending: Sending, chance: Chance) {
  const { blobId, range, version = 0, flaw } = sending
  const bytes = bytesOf(blobId, version, range)
  const part: SentPart = { blobId, range, version, crc: crcOf(bytes) }
  const declared = flaw === 'wrongCrc' ? crcOf(Buffer.from(part.crc)) : part.crc
  if (flaw !== 'wrongCrc') upload.sent.push(part)
  const headers = { ...(await account.ticket()), 'x-part-crc32': declared }
  const end = journal.begin(client, { op: 'part', uploadId: upload.uploadId, ...part, ...(flaw && { flaw }) })
  const path = `/api/uploads/${upload.uploadId}/blobs/${blobId}?offset=${range[0]}`
  // At times all of it has left when the line breaks: then it may well count.
  const cutAfter = flaw === 'cut' ? chance.pick([1, bytes.length, chance.whole(1, bytes.length)]) : undefined
  const answer = await line.call({ method: 'PUT', path, headers, body: bytes, cutAfter })
  const outcome = outcomeOf(answer)
  end({ outcome, status: answer.status, code: jsonOf(answer)?.error?.code })
  if (outcome === 'ok') upload.received.set(blobId, [...(upload.received.get(blobId) ?? []), range])
  else if (flaw !== 'wrongCrc') upload.isStale = true
  return { outcome, answer }
}

export async function listParts({ line, journal, account, client }: Means, upload: OwnUpload): Promise<void> {
  const { uploadId, slug } = upload
  const end = journal.begin(client, { op: 'list', uploadId, slug })
  const answer = await line.call({ method: 'GET', path: `/api/uploads/${uploadId}`, headers: await account.ticket() })
  const outcome = outcomeOf(answer)
  if (outcome !== 'ok') return void end({ outcome, status: answer.status })
  const { received, state } = jsonOf(answer)
  const plan = readPlan(answer)
  end({
    outcome,
    status: answer.status,
    received,
    state,
    files: plan.files.map(({ fileId, path, size }) => ({ fileId, path, size })),
  })
  know(upload, plan)
  upload.received = new Map(received.map(({ blobId, ranges }: { blobId: string; ranges: Range[] }) => [blobId, ranges]))
  upload.isStale = false
}

/** Of files that were taken out nothing is sent any more. */
export const missingIn = (upload: OwnUpload): { blobId: string; range: Range }[] =>
  upload.blobs.flatMap(({ blobId, size }) => {
    const wanted = upload.files.filter((file) => file.blobId === blobId).map(({ offset, size }): Range => [offset, offset + size])
    const holes = missingOf(size, wanted)
    return missingOf(size, [...(upload.received.get(blobId) ?? []), ...holes]).map((range) => ({ blobId, range }))
  })

export async function discardUpload({ line, journal, account, client }: Means, upload: OwnUpload): Promise<void> {
  const end = journal.begin(client, { op: 'discard', uploadId: upload.uploadId })
  const answer = await line.call({ method: 'DELETE', path: `/api/uploads/${upload.uploadId}`, headers: await account.ticket() })
  end({ outcome: outcomeOf(answer), status: answer.status })
  // Unknown ones are left to themselves, as by a person who closes the page.
  upload.state = 'gone'
}

/** Repeated with the same words until it is known. */
export async function publishUpload(
  { line, journal, account, client }: Means,
  upload: OwnUpload,
  how: Publishing,
): Promise<void> {
  upload.state = 'publishing'
  upload.publishing = how
  const { uploadId, slug } = upload
  const end = journal.begin(client, { op: 'publish', uploadId, slug, to: how.to })
  const headers = { ...(await account.sender()), ...isJson }
  const said = { slug, sendAs: how.sendAs, emailTo: how.to.map((email) => ({ email })), senderEmail: account.email }
  const answer = await line.call({ method: 'POST', path: '/quicksend2', headers, body: jsonBody(said) })
  const outcome = outcomeOf(answer)
  const reply = outcome === 'ok' ? jsonOf(answer) : {}
  end({ outcome, status: answer.status, transferId: reply._id, state: reply.state })
  if (outcome === 'ok') upload.state = 'published'
}

export async function openLink({ line, account }: Means, upload: OwnUpload): Promise<void> {
  const answer = await line.call({ method: 'POST', path: `/api/transfers/${upload.slug}/link`, headers: await account.access() })
  upload.isLinkOpen = outcomeOf(answer) === 'ok'
}

/** Also repeated until it is known; the second answer is that of the first. */
export async function deleteTransfer({ line, journal, account, client }: Means, upload: OwnUpload): Promise<void> {
  const end = journal.begin(client, { op: 'delete', slug: upload.slug })
  const headers = { ...(await account.access()), ...isJson }
  const answer = await line.call({ method: 'POST', path: '/deleteTransfer', headers, body: jsonBody({ slug: upload.slug }) })
  const outcome = outcomeOf(answer)
  end({ outcome, status: answer.status })
  if (outcome === 'ok') upload.state = 'gone'
}

/** Repeated until it is known: it is open again, or was whole before, and then it stays sent. */
export async function cancelSending({ line, journal, account, client }: Means, upload: OwnUpload): Promise<void> {
  upload.state = 'takingBack'
  const end = journal.begin(client, { op: 'takeBack', slug: upload.slug })
  const headers = { ...(await account.sender()), ...isJson }
  const answer = await line.call({ method: 'POST', path: '/quicksend2/takeBack', headers, body: jsonBody({ slug: upload.slug }) })
  const outcome = outcomeOf(answer)
  end({ outcome, status: answer.status })
  if (outcome === 'fail') upload.state = 'published'
  if (outcome !== 'ok') return
  Object.assign(upload, { state: 'open', isLinkOpen: false, isStale: true })
  delete upload.publishing
}

/** What an upload has brought becomes the next version of its transfer, once, whatever is repeated. */
export async function changeTransfer({ line, journal, account, client }: Means, upload: OwnUpload): Promise<void> {
  const { target, gone } = upload.growing!
  const { slug } = target
  const { uploadId, files: brings } = upload
  const end = journal.begin(client, { op: 'change', slug, uploadId, brings, gone })
  const headers = { ...(await account.access()), ...isJson }
  const path = `/api/transfers/${slug}/files`
  const answer = await line.call({ method: 'POST', path, headers, body: jsonBody({ uploadId, remove: gone }) })
  const outcome = outcomeOf(answer)
  end({ outcome, status: answer.status })
  // Parts are missing, or the transfer is gone.
  if (outcome === 'fail' && answer.status === 409) upload.isStale = true
  else if (outcome === 'fail') upload.state = 'gone'
  if (outcome !== 'ok') return
  upload.state = 'taken'
  target.files = [...target.files.filter(({ fileId }) => !gone.includes(fileId)), ...brings]
  target.known.push(...brings)
  target.sent.push(...upload.sent)
}

/** Files of one's own transfer as a link of their own; the same key forwards once. */
export async function forwardFiles(
  means: Means,
  source: OwnUpload,
  key: string,
  files: KnownFile[],
): Promise<OwnUpload | Outcome> {
  const { line, journal, account, client } = means
  const end = journal.begin(client, { op: 'forward', source: source.slug, key, files })
  const headers = { ...(await account.access()), ...isJson }
  const body = jsonBody({ fileIds: files.map(({ fileId }) => fileId), sendAs: 'link', requestKey: key })
  const answer = await line.call({ method: 'POST', path: `/api/transfers/${source.slug}/forward`, headers, body })
  const outcome = outcomeOf(answer)
  const { slug, state } = outcome === 'ok' ? jsonOf(answer) : {}
  end({ outcome, status: answer.status, slug, state })
  if (outcome !== 'ok') return outcome
  const publishing: Publishing = { sendAs: 'link', to: [] }
  const { sent } = source
  return {
    ...emptyUpload,
    uploadId: '',
    slug,
    files,
    known: [...files],
    sent,
    received: new Map(),
    state: 'published',
    publishing,
    isLinkOpen: true,
  }
}
