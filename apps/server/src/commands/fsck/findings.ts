/** What a check can find, and how it is told. */

export type FindingKind =
  | 'orphan'
  | 'deadContainer'
  | 'missingBytes'
  | 'damagedBytes'
  | 'wrongManifest'
  | 'wrongKey'
  | 'lostParts'
  | 'markedThoughWhole'
  | 'halfDeleted'
  | 'transferWithoutUpload'
  | 'completeWithoutTransfer'
  | 'publishedWithoutTransfer'
  | 'declaredBytes'
  | 'usage'
  | 'slugNotTaken'

export type Finding = {
  kind: FindingKind
  blobId?: string
  uploadId?: string
  transferId?: string
  ownerId?: string
  container?: string
  slug?: string
  bytes?: number
  /** The files that cannot be had whole, as their sender named them; `fileCount` tells all where there are many. */
  files?: string[]
  fileCount?: number
  is?: Record<string, number>
  shouldBe?: Record<string, number>
  isRepaired: boolean
  /** Why it was not repaired, or what was done. */
  note?: string
}

export const newFinding = (kind: FindingKind, what: Omit<Finding, 'kind' | 'isRepaired'>): Finding => ({
  kind,
  ...what,
  isRepaired: false,
})

const sentences: Record<FindingKind, string> = {
  orphan: 'bytes without a row',
  deadContainer: 'bytes of a finished upload that no part lies in',
  missingBytes: 'a row without its bytes',
  damagedBytes: 'bytes that do not verify',
  wrongManifest: 'part rows that are not those of the finished blob',
  wrongKey: 'a key that no master key here opens',
  lostParts: 'parts of an open upload that are not there',
  markedThoughWhole: 'a blob marked as lost, whole again',
  halfDeleted: 'a deletion that stopped half-way',
  transferWithoutUpload: 'a transfer whose files are gone',
  completeWithoutTransfer: 'a complete upload that belongs to no transfer',
  publishedWithoutTransfer: 'a published upload that belongs to no transfer',
  declaredBytes: 'an upload whose size is not that of its files',
  usage: 'an owner whose room is counted wrongly',
  slugNotTaken: 'a slug in use that could be given again',
}

const inWords = (counts: Record<string, number>) =>
  Object.entries(counts)
    .map(([name, bytes]) => `${name} ${bytes}`)
    .join(', ')

/** One line, and one more for each file. */
export function describeFinding(finding: Finding): string[] {
  const {
    kind,
    slug,
    blobId,
    uploadId,
    transferId,
    ownerId,
    container,
    bytes,
    is,
    shouldBe,
    note,
    files = [],
    fileCount,
  } = finding
  const where = [
    slug && `transfer ${slug}`,
    container ? `container ${container}` : blobId && `blob ${blobId}`,
    !slug && !blobId && uploadId && `upload ${uploadId}`,
    !slug && transferId && `transfer ${transferId}`,
    ownerId && `owner ${ownerId}`,
    bytes !== undefined && `${bytes} bytes`,
    is && shouldBe && `${inWords(is)}; should be ${inWords(shouldBe)}`,
  ].filter(Boolean)
  const outcome = finding.isRepaired ? 'repaired' : 'found'
  const more = (fileCount ?? files.length) - files.length
  return [
    `${outcome}  ${kind}: ${sentences[kind]}: ${where.join(', ')}${note ? ` (${note})` : ''}`,
    ...files.map((path) => `          ${JSON.stringify(path)}`),
    ...(more > 0 ? [`          and ${more} more`] : []),
  ]
}
