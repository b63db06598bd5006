/** One share after the other: what can be read of it becomes a transfer, in one transaction with the mark that it came over. */
import { downloadLimitMax } from '@sampan/contract/limits'
import type { Language } from '@sampan/contract/paths'
import { expirySeconds, planOf, plans } from '@sampan/contract/plans'
import { isFolderPath, isStorablePath } from '@sampan/contract/rules/file-path'
import { countFiles, totalBytes } from '@sampan/contract/rules/file-set'
import { WrongLength } from '../../adapters/storage/storage.ts'
import { CameBefore, type ImportedShare, importName } from '../../features/imports/index.ts'
import { findOwner } from '../../features/owners/index.ts'
import { beginBrought, completeUpload, giveUpBrought, type UploadPurposes, writeBrought } from '../../features/uploads/index.ts'
import type { Services } from '../../services.ts'
import { type Folder, locate, type Open } from './locate.ts'
import { passwordNotes, passwordOf, wordsOf } from './owned.ts'
import { addressOf, type Person } from './people.ts'
import { countOf, type Line } from './report.ts'
import type { Source, SourceShare } from './source.ts'

export type Needs = { services: Services & UploadPurposes; source: Source; folder: Folder; language: Language; isDry: boolean }
/** `open`: null for an empty folder. */
type Readable = { path: string; size: number; open: Open | null; expiresAt: Date | null }
export type Brought = { lines: Line[]; files: number; bytes: number }

const trouble = (kind: Line['kind'], name: string, ...notes: string[]): Line => ({
  ...{ kind, name, notes, outcome: 'stays', isTrouble: true },
})

/** “report (2).pdf”: here a transfer has each path once. */
function freePath(path: string, taken: ReadonlySet<string>): string {
  for (let n = 2; ; n++) {
    const next = path.replace(/(\.[^./]*)?$/, ` (${n})$1`)
    if (!taken.has(next)) return next
  }
}

async function readable({ folder, services }: Needs, share: SourceShare): Promise<{ files: Readable[]; lines: Line[] }> {
  const files: Readable[] = []
  const lines: Line[] = []
  const taken = new Set<string>()
  for (const file of share.files) {
    const name = `${share.label} ${file.path}`
    const found = isFolderPath(file.path) ? { open: null } : await locate(folder, file)
    if (file.expiresAt && file.expiresAt <= services.clock())
      lines.push({ ...trouble('file', name, 'it has expired'), isTrouble: false })
    else if (!isStorablePath(file.path)) lines.push(trouble('file', name, 'its name cannot be kept'))
    else if ('trouble' in found) lines.push(trouble('file', name, found.trouble))
    else {
      const path = taken.has(file.path) ? freePath(file.path, taken) : file.path
      if (path !== file.path)
        lines.push({ kind: 'file', name, outcome: 'came', notes: [`it is called ${path} here`], isTrouble: false })
      taken.add(path)
      files.push({ path, size: file.size, open: found.open, expiresAt: file.expiresAt })
    }
  }
  return { files, lines }
}

/** The operator brings it: what its plan does not allow comes all the same, and is told. */
async function planNotes({ services, isDry }: Needs, { ids }: Person, files: readonly Readable[]): Promise<string[]> {
  const owner = ids && !isDry ? await findOwner(services.db, ids.ownerId) : null
  const plan = owner ? planOf(owner) : plans.free
  const bytes = totalBytes(files)
  return [
    ...(bytes > plan.uploadBytes || countFiles(files) > plan.files ? ['it is larger than its owner’s plan allows'] : []),
    ...((owner?.usedBytes ?? 0) + (owner?.reservedBytes ?? 0) + bytes > plan.storageBytes
      ? ['with it its owner holds more than the plan allows']
      : []),
  ]
}

function addressesOf(share: SourceShare): { to: string[]; notes: string[] } {
  const all = [...new Set(share.to.filter(Boolean).map((text) => addressOf(text) ?? ''))]
  const to = all.filter(Boolean)
  const restricted = 'only those whom it names may open it: mail them again from the dashboard'
  return {
    to,
    notes: [
      ...(to.length < all.length ? ['an address that it was sent to is none'] : []),
      ...(share.isRestricted && to.length > 0 ? [restricted] : []),
    ],
  }
}

export async function bringShare(needs: Needs, share: SourceShare, owner: Person): Promise<Brought> {
  const { files, lines } = await readable(needs, share)
  const left = { files: 0, bytes: 0 }
  if (!files.some(({ path }) => !isFolderPath(path)))
    return { ...left, lines: [...lines, trouble('share', share.label, 'none of its files can be read')] }
  const [words, addresses] = [wordsOf(share), addressesOf(share)]
  const notes = [...words.notes, ...addresses.notes, ...passwordNotes(share), ...(await planNotes(needs, owner, files))]
  const ends = files.filter(({ expiresAt }) => expiresAt && (!share.expiresAt || expiresAt < share.expiresAt)).length
  if (ends > 0) notes.push(`${countOf(ends, 'file')} of it had an earlier end there, and is here as long as the share`)
  const missing = share.files.length - files.length
  if (missing > 0) notes.push(`without ${missing} of its ${share.files.length} files`)
  if (!needs.isDry) {
    const failed = await write(needs, { share, owner, files, words, to: addresses.to })
    if (failed) return { ...left, lines: [...lines, trouble('share', share.label, failed)] }
  }
  const line: Line = { kind: 'share', name: share.label, outcome: 'came', notes, isTrouble: false }
  return { lines: [...lines, line], files: countFiles(files), bytes: totalBytes(files) }
}

type Writing = {
  share: SourceShare
  owner: Person
  files: readonly Readable[]
  words: { title: string; message: string }
  to: string[]
}

/** Of the source’s own files, which may go or change while they are read; every other error ends the import. */
const isOfSource = (error: unknown): boolean =>
  error instanceof WrongLength || ['ENOENT', 'EACCES', 'EISDIR', 'EIO'].includes(String((error as NodeJS.ErrnoException)?.code))

/** Why it did not come over; undefined where it has. */
async function write(needs: Needs, writing: Writing): Promise<string | undefined> {
  const { services, source } = needs
  const { share, owner, files } = writing
  const requestKey = `${source.product}:${share.sourceId}`
  const begun = await beginBrought(services, { ownerId: owner.ids!.ownerId, purpose: importName, requestKey, files })
  const { uploadId } = begun
  try {
    await writeBrought(services, uploadId, (index, from, to) => files[index]!.open!(from, to))
    const isWhole = await completeUpload(services, uploadId, await given(needs, writing, begun.slug))
    if (!isWhole) throw new Error(`${share.label} did not become whole. Call again; what came over is kept.`)
    return undefined
  } catch (error) {
    await giveUpBrought(services, uploadId)
    if (isOfSource(error)) return 'one of its files changed, or could not be read to its end'
    if (error instanceof CameBefore) return 'another import brought it meanwhile'
    throw error
  }
}

async function given({ services, source, language }: Needs, writing: Writing, slug: string): Promise<ImportedShare> {
  const { share, owner, files, words, to } = writing
  const { userId, ownerId } = owner.ids!
  const { title, message } = words
  const sentAt = new Date(Math.min(share.createdAt.getTime(), services.clock().getTime()))
  return {
    transfer: {
      ...{ slug, ownerId, authorId: userId, language, title, message, to, sentAt, files },
      sender: { email: owner.email, name: owner.name },
      expirySeconds: share.expiresAt
        ? Math.max(1, Math.ceil((share.expiresAt.getTime() - sentAt.getTime()) / 1000))
        : expirySeconds.never,
      passwordHash: await passwordOf(share),
      downloadLimit: share.downloadsLeft && Math.min(share.downloadsLeft, downloadLimitMax),
      isRestricted: share.isRestricted,
    },
    mark: { source: source.product, sourceId: share.sourceId, alias: share.alias },
  }
}
