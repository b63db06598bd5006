/** The receipt of a transfer as the page, the PDF and the CSV tell it (T3). */
import { Problem } from '@sampan/contract/errors'
import type { Receipt, ReceiptLine } from '@sampan/contract/routes/receipts'
import { baseName, isFolderPath } from '@sampan/contract/rules/file-path'
import { formatCountry } from '@sampan/texts/format'
import { atOneMoment, type Transaction } from '../../db/connect.ts'
import type { SignedIn } from '../../http/actor.ts'
import type { Services } from '../../services.ts'
import { versionsOf } from '../transfers/index.ts'
import { type Content, contentReader, freedOf } from './contents.ts'
import { digestNow, undigested } from './digests.ts'
import * as queries from './queries.ts'

type Deps = Pick<Services, 'db' | 'clock'>
export type Input = { slug: string; recipientId?: string | undefined; fileId?: string | undefined }

const linesShown = 500

/** Deleted ones look unknown, as foreign ones do; before it is whole there is nothing to attest. */
async function requireReceipt(tx: Transaction, actor: SignedIn, slug: string): Promise<queries.TransferRow> {
  const transfer = await queries.findOwn(tx, actor, slug)
  if (!transfer) throw new Problem('notYours')
  if (transfer.state === 'uploading') throw new Problem('transferUploading')
  return transfer
}

/** What it is of, and the newest lines; whoever asks in one transaction gets what belongs together. */
export async function readHead(tx: Transaction, actor: SignedIn, { slug, ...of }: Input, max: number) {
  const transfer = await requireReceipt(tx, actor, slug)
  const asked = { transferId: transfer.id, ...of }
  const files = await queries.filesOf(tx, transfer.id)
  const versions = await versionsOf(tx, transfer.id)
  const recipients = await queries.recipientsOf(tx, asked)
  const lines = await queries.linesOf(tx, asked, max)
  return { asked, recipients, lines, contents: { transfer, files, versions } }
}

export async function readReceipt({ db, clock }: Deps, actor: SignedIn, { slug, ...of }: Input): Promise<Receipt> {
  // A download that begins meanwhile, or a file that comes, is in all of it, or in nothing.
  const { asked, recipients, lines, contents, people, lineCount } = await atOneMoment(db, async (tx) => {
    const head = await readHead(tx, actor, { slug, ...of }, linesShown)
    return { ...head, people: await queries.peopleOf(tx, head.asked), lineCount: await queries.countLines(tx, head.asked) }
  })
  const { transfer, files } = contents
  // Another's file or recipient is an unknown one; who was taken out is known by what they had.
  if (of.fileId && !files.some(({ id }) => id === of.fileId)) throw new Problem('notYours')
  if (of.recipientId && recipients.length === 0 && !(await queries.countLines(db, { ...asked, fileId: undefined })))
    throw new Problem('notYours')
  const shown = files.filter((file) =>
    of.fileId ? file.id === of.fileId : file.beforeVersion === null && !isFolderPath(file.path),
  )
  const isHashing = (await undigested(db, shown)).length > 0
  if (isHashing) await digestNow(db, transfer.id)
  const contentOf = await contentReader(db, contents)(lines)
  const nameOf = new Map(files.map(({ id, path }) => [id, baseName(path)]))
  return {
    slug,
    title: transfer.title || transfer.fileName,
    sender: { name: transfer.senderName, company: transfer.company, email: transfer.senderEmail },
    sentAt: transfer.sentAt.getTime(),
    expiresAt: transfer.expiresAt.getTime(),
    madeAt: clock().getTime(),
    fileCount: transfer.fileCount,
    totalBytes: transfer.totalBytes,
    version: transfer.version,
    people: peopleOf(recipients, people),
    files: shown.map(({ id, path, size, sha256 }) => ({ fileId: id, path, size, sha256: sha256?.toString('hex') ?? null })),
    lines: lines.map((line) => lineOf(line, actor, nameOf.get(line.fileId ?? '') ?? null, contentOf(line))),
    lineCount,
    isHashing,
  }
}

const lineOf = (row: queries.LineRow, { language }: SignedIn, fileName: string | null, content: Content): ReceiptLine => ({
  email: row.email,
  fileName,
  fileCount: content.fileCount,
  freedCount: freedOf(content),
  version: row.version,
  startedAt: row.startedAt.getTime(),
  completedAt: row.completedAt?.getTime() ?? null,
  countryCode: row.countryCode,
  country: formatCountry(row.countryCode, language),
  city: row.city,
  program: row.program,
  device: row.device,
})

type People = Receipt['people']
type Downloads = Awaited<ReturnType<typeof queries.peopleOf>>

/** Every recipient, then those whose row is gone, then all who only had the link. */
function peopleOf(recipients: Awaited<ReturnType<typeof queries.recipientsOf>>, downloads: Downloads): People {
  const left = new Map(downloads.map((row) => [row.recipientId, row]))
  const named = recipients.map(({ id, email, name, company, mailedAt, openedAt }) => {
    const had = left.get(id)
    left.delete(id)
    const read = { startedAt: had?.startedAt.getTime() ?? null, completedAt: had?.completedAt?.getTime() ?? null }
    const mail = { mailedAt: mailedAt?.getTime() ?? null, openedAt: openedAt?.getTime() ?? null }
    return { recipientId: id, email, name, company, ...mail, ...read, downloads: had?.downloads ?? 0 }
  })
  const others = [...left.values()].map(({ recipientId, email, startedAt, completedAt, downloads }) => ({
    recipientId,
    email,
    name: null,
    company: null,
    mailedAt: null,
    openedAt: null,
    startedAt: startedAt.getTime(),
    completedAt: completedAt?.getTime() ?? null,
    downloads,
  }))
  return [...named, ...others.sort((a, b) => Number(a.email === null) - Number(b.email === null))]
}
