/** Replays a journal against what the server says and has in the end: every breach of INV1 to INV8 is a sentence. */
import { emptiedBlobs, entriesOf, type FileSets, fileSetsIn, isLostBefore, mayBeLost, wrongFiles } from './file-sets.ts'
import type { Entry, EntryOf, Range, Seen } from './history.ts'

export type StoredPart = { blobId: string; range: Range; crc: string }
export type StoredTransfer = { id: string; slug: string; state: string; to: string[] }
/** The end state; `mails` by Message-ID as the product makes them, each with how many there are. */
export type EndState = {
  parts: StoredPart[]
  uploads: { id: string; state: string }[]
  transfers: StoredTransfer[]
  mails: { messageId: string; to: string }[]
  recipients: { id: string; email: string; transferId: string; state: string }[]
  /** Ids of every blob that has a row. */
  blobIds: string[]
}

/** An unknown one may still happen, until the server that had it was killed and the next one is ready. */
function lastMoment(entry: Pick<Entry, 'start' | 'end' | 'outcome'>, lives: readonly { kill: number; ready: number }[]): number {
  if (entry.outcome !== 'unknown') return entry.end
  return lives.find(({ kill }) => kill > entry.start)?.ready ?? Number.POSITIVE_INFINITY
}

function livesIn(entries: readonly Entry[]): { kill: number; ready: number }[] {
  const readies = entriesOf(entries, 'ready').map(({ start }) => start)
  return entriesOf(entries, 'kill')
    .filter(({ victim }) => victim === 'main' || victim === 'group')
    .map(({ start }) => ({ kill: start, ready: readies.find((ready) => ready > start) ?? Number.POSITIVE_INFINITY }))
}

const sameRange = (a: Range, b: Range) => a[0] === b[0] && a[1] === b[1]
const contains = (outer: Range, inner: Range) => outer[0] <= inner[0] && outer[1] >= inner[1]
const touches = (a: Range, b: Range) => a[0] < b[1] && b[0] < a[1]

type Part = EntryOf<'part'> & { last: number; isOwed: boolean }
type World = { entries: readonly Entry[]; parts: Map<string, Part[]>; sets: FileSets; end: EndState }

/** Sendings of a blob that count or may count. */
function partsByBlob(entries: readonly Entry[]): Map<string, Part[]> {
  const lives = livesIn(entries)
  // The system may have dropped what was written before: such parts are sent again, and until then they are owed to nobody.
  const lastFailure = Math.max(0, ...entriesOf(entries, 'flushFails').map(({ end }) => end))
  const parts = new Map<string, Part[]>()
  for (const entry of entriesOf(entries, 'part')) {
    if (entry.outcome === 'fail' || entry.flaw === 'wrongCrc') continue
    parts.set(entry.blobId, [
      ...(parts.get(entry.blobId) ?? []),
      { ...entry, last: lastMoment(entry, lives), isOwed: entry.outcome === 'ok' && entry.start > lastFailure },
    ])
  }
  return parts
}

/** Acknowledged after `part` was over, on the same bounds and with other bytes: it took its place, and had done so at that moment. */
const isReplaced = (part: Part, all: readonly Part[], moment = Number.POSITIVE_INFINITY) =>
  all.some(
    (other) =>
      other.outcome === 'ok' &&
      other.crc !== part.crc &&
      sameRange(other.range, part.range) &&
      other.start > part.last &&
      other.end < moment,
  )

/** INV1: what was acknowledged before a list was asked for is on it, and nothing that was never sent; of files too. */
function lists({ entries, parts, sets }: World): string[] {
  return entriesOf(entries, 'list').flatMap((list) => [
    ...(list.files ? wrongFiles(sets.uploads.get(list.uploadId), list, list.files) : []).map(
      (why) => `INV1 the list of ${list.uploadId} at ${list.start} ${why}`,
    ),
    ...(list.received ?? []).flatMap(({ blobId, ranges }) => {
      const sent = parts.get(blobId) ?? []
      const lost = sent.filter(
        (part) => part.isOwed && part.end < list.start && !ranges.some((range) => contains(range, part.range)),
      )
      const borders = new Set(sent.filter(({ start }) => start < list.end).flatMap(({ range }) => range))
      const strange = ranges.filter(([from, to]) => !borders.has(from) || !borders.has(to))
      return [
        ...lost.map(
          ({ range }) => `INV1 part ${range} of blob ${blobId} was acknowledged and is not on the list at ${list.start}`,
        ),
        ...strange.map((range) => `INV1 ${range} of blob ${blobId} is on the list at ${list.start} and was never sent`),
      ]
    }),
  ])
}

/** INV1: the parts that count are whole sendings, and none that was replaced. */
function storedParts({ entries, parts, end }: World): string[] {
  const gone = goneUploads(entries)
  const emptied = emptiedBlobs(entries)
  const stored = new Map<string, StoredPart[]>()
  for (const part of end.parts) stored.set(part.blobId, [...(stored.get(part.blobId) ?? []), part])
  const wrong = end.parts.flatMap(({ blobId, range, crc }) => {
    const sent = (parts.get(blobId) ?? []).filter((part) => sameRange(part.range, range) && part.crc === crc)
    if (!sent.length) return parts.has(blobId) ? [`INV1 part ${range} of blob ${blobId} counts and was never sent so`] : []
    return sent.every((part) => isReplaced(part, parts.get(blobId)!))
      ? [`INV1 part ${range} of blob ${blobId} was replaced and is back`]
      : []
  })
  const known = new Set(end.blobIds)
  const lost = [...parts].flatMap(([blobId, sent]) =>
    sent.flatMap((part) => {
      if (!part.isOwed || gone.has(part.uploadId) || emptied.has(blobId)) return []
      const isThere = stored.get(blobId)?.some((each) => sameRange(each.range, part.range))
      return isThere && known.has(blobId) ? [] : [`INV1 part ${part.range} of blob ${blobId} was acknowledged and is lost`]
    }),
  )
  return [...wrong, ...lost]
}

/** Uploads that somebody asked to discard or to delete: they may be gone. */
function goneUploads(entries: readonly Entry[]): Set<string> {
  const slugs = new Set(
    entriesOf(entries, 'delete')
      .filter(({ outcome }) => outcome !== 'fail')
      .map(({ slug }) => slug),
  )
  const created = entriesOf(entries, 'create').filter(
    ({ uploadId, slug, forSlug }) => uploadId && (slugs.has(slug!) || slugs.has(forSlug ?? '')),
  )
  const discarded = entriesOf(entries, 'discard').filter(({ outcome }) => outcome !== 'fail')
  return new Set([...created.map(({ uploadId }) => uploadId!), ...discarded.map(({ uploadId }) => uploadId)])
}

/** INV2: what came down is one of the sendings that may count, always the same, and that which counts in the end. */
function downloads({ entries, parts, end }: World): string[] {
  const counting = new Map<string, StoredPart[]>()
  for (const part of end.parts) counting.set(part.blobId, [...(counting.get(part.blobId) ?? []), part])
  const before = new Map<string, (Seen & { at: number })[]>()
  const wrongAt = (seen: Seen, { start, end }: Pick<Entry, 'start' | 'end'>): string | null => {
    const { blobId, range, version } = seen
    if (version === null) return 'bytes that were never sent'
    const sent = (parts.get(blobId) ?? []).filter((part) => contains(part.range, range) && part.version === version)
    if (sent.every((part) => isReplaced(part, parts.get(blobId)!, start))) return 'bytes that had been replaced'
    const stored = counting.get(blobId)?.find((part) => touches(part.range, range))
    // What is read while it arrives may be replaced afterwards, once its sending was taken back.
    const mayBeNew = (since: number, isIt: (part: Part) => boolean) =>
      parts.get(blobId)!.some((part) => part.last > since && touches(part.range, range) && isIt(part))
    const isStored = (part: Part) => sameRange(part.range, stored!.range) && part.crc === stored!.crc
    if (stored && !sent.some(isStored) && !mayBeNew(end, isStored)) return 'other bytes than those that count'
    const earlier = before.get(blobId) ?? []
    before.set(blobId, [...earlier, { ...seen, at: start }])
    const isOther = (other: Seen & { at: number }) =>
      touches(other.range, range) &&
      other.version !== version &&
      !mayBeNew(other.at, (part) => part.version === version || part.version === other.version)
    return earlier.some(isOther) ? 'other bytes than before' : null
  }
  return entriesOf(entries, 'download').flatMap((entry) => {
    const wrong = [...new Set(entry.seen.map((seen) => wrongAt(seen, entry)).filter(Boolean))].map(
      (why) => `INV2 ${entry.what} at ${entry.start}: ${why}`,
    )
    return entry.isExact ? wrong : [...wrong, `INV2 ${entry.what} at ${entry.start}: not the length or form that was asked for`]
  })
}

type Sending = Pick<Entry, 'start' | 'end' | 'outcome'> & { slug: string; isAnnounced: boolean }

/** Publishing and forwarding, which make a link visible, and after which it is announced. */
const sendingsIn = (entries: readonly Entry[]): Sending[] => [
  ...entriesOf(entries, 'publish').map((entry) => ({ ...entry, isAnnounced: entry.state === 'active' })),
  ...entriesOf(entries, 'forward').flatMap((entry) =>
    entry.slug ? [{ ...entry, slug: entry.slug, isAnnounced: entry.state === 'active' }] : [],
  ),
]

/** INV2, INV3, INV8: a transfer is there from its announcement to its deletion, whole, and not a moment longer. */
function visibility({ entries, sets }: World): string[] {
  const lives = livesIn(entries)
  const sendings = sendingsIn(entries)
  const deletes = entriesOf(entries, 'delete').filter(({ outcome }) => outcome !== 'fail')
  const takenBack = entriesOf(entries, 'takeBack').filter(({ outcome }) => outcome === 'ok')
  const looks = [...entriesOf(entries, 'view'), ...entriesOf(entries, 'download')]
  return looks.flatMap((look) => {
    const { slug, op, outcome, status, start, end } = look
    const changes = sets.links.get(slug)
    const fileId = op === 'download' ? look.fileId : undefined
    const own = sendings.filter((each) => each.slug === slug && each.start < end && each.outcome !== 'fail')
    const isAnnounced = own.some((each) => each.isAnnounced && each.end < start)
    const isDeleting = deletes.some((each) => each.slug === slug && each.start < end)
    const isTouched = isDeleting || (fileId && changes && mayBeLost(changes, fileId, look))
    const isDeleted = deletes.some((each) => each.slug === slug && each.outcome === 'ok' && each.end < start)
    const isOpen = op === 'download' ? status === 200 || status === 206 : look.state === 'open' || look.state === 'uploading'
    if (isDeleted && isOpen) return [`INV8 ${op} of ${slug} at ${start} after it was deleted`]
    if (isAnnounced && !isTouched && outcome !== 'unknown' && !isOpen)
      return [`INV2 ${op} of ${slug} at ${start}: ${status} though it was announced`]
    if (!isOpen) return []
    if (isAnnounced && op === 'view' && look.state !== 'open')
      return [`INV2 ${slug} is ${look.state} at ${start} though it was announced`]
    // Taking it back undoes every sending that was over by then.
    const back = takenBack.filter((each) => each.slug === slug && each.end < start)
    if (!own.some((each) => back.every((undone) => lastMoment(each, lives) > undone.start)))
      return [`INV3 ${slug} is open at ${start} and nobody ${back.length ? 'published it again' : 'published it'}`]
    if (fileId && changes && isLostBefore(changes, fileId, look))
      return [`INV8 ${look.op} of ${slug} at ${start} gives a file that it no longer has`]
    const wrong = look.files ? wrongFiles(changes, look, look.files) : []
    return wrong.map((why) => `INV3 ${slug} at ${start} ${why}`)
  })
}

/** INV2: what was announced is not taken back. INV7: a forward is made once. */
function undoneAndDoubled({ entries }: World): string[] {
  const announced = sendingsIn(entries).filter(({ isAnnounced }) => isAnnounced)
  const undone = entriesOf(entries, 'takeBack').filter(
    (back) => back.outcome === 'ok' && announced.some(({ slug, end }) => slug === back.slug && end < back.start),
  )
  const slugs = new Map<string, Set<string>>()
  for (const { key, slug } of entriesOf(entries, 'forward')) if (slug) slugs.set(key, (slugs.get(key) ?? new Set()).add(slug))
  return [
    ...undone.map(({ slug, start }) => `INV2 ${slug} was announced and taken back at ${start}`),
    ...[...slugs].flatMap(([key, made]) => (made.size > 1 ? [`INV7 the forward ${key} made ${[...made].join(' and ')}`] : [])),
  ]
}

/** INV6. */
const meddling = ({ entries }: World): string[] =>
  entriesOf(entries, 'foreign').flatMap(({ path, outcome, status }) =>
    outcome === 'ok' ? [`INV6 ${path} of somebody else: ${status}`] : [],
  )

/** INV7: one transfer for an upload, one mail for each recipient of what was announced, none twice. */
function mails({ end }: World): string[] {
  const counts = new Map<string, number>()
  for (const { messageId } of end.mails) counts.set(messageId, (counts.get(messageId) ?? 0) + 1)
  const twice = [...counts].flatMap(([messageId, count]) => (count > 1 ? [`INV7 mail ${messageId} was sent ${count} times`] : []))
  const active = new Map(end.transfers.filter(({ state }) => state === 'active').map(({ id, slug }) => [id, slug]))
  const missing = end.recipients.flatMap(({ id, email, transferId }) => {
    if (!active.has(transferId)) return []
    const got = end.mails.filter((mail) => mail.messageId.startsWith(`${id}@`) && mail.to === email).length
    return got === 1 ? [] : [`INV7 ${email} of ${active.get(transferId)} has ${got} mails`]
  })
  return [...twice, ...missing]
}

/** INV8 and the like: what was deleted or discarded and acknowledged has no row left. */
function remains({ entries, end }: World): string[] {
  const states = new Map(end.uploads.map(({ id, state }) => [id, state]))
  const deleted = new Set(
    entriesOf(entries, 'delete')
      .filter(({ outcome }) => outcome === 'ok')
      .map(({ slug }) => slug),
  )
  // Forwards hold the bytes that they have, and versions that were never taken in are their sender's to discard.
  const held = new Set(
    entriesOf(entries, 'forward')
      .filter(({ outcome, slug }) => outcome !== 'fail' && !(slug && deleted.has(slug)))
      .map(({ source }) => source),
  )
  const isHardDeleted = (slug: string | undefined) => slug !== undefined && deleted.has(slug) && !held.has(slug)
  const takenIn = new Set(
    entriesOf(entries, 'change')
      .filter(({ outcome }) => outcome === 'ok')
      .map(({ uploadId }) => uploadId),
  )
  const created = entriesOf(entries, 'create')
    .filter(({ slug, forSlug, uploadId }) => isHardDeleted(slug) || (isHardDeleted(forSlug) && takenIn.has(uploadId!)))
    .map(({ uploadId }) => uploadId!)
  const discarded = entriesOf(entries, 'discard')
    .filter(({ outcome }) => outcome === 'ok')
    .map(({ uploadId }) => uploadId)
  const still = [...created, ...discarded].filter((id) => states.get(id) !== 'discarded')
  const published = entriesOf(entries, 'publish').filter(({ state, slug }) => state === 'active' && !deleted.has(slug))
  const touched = goneUploads(entries)
  const lost = published.filter(({ uploadId }) => !touched.has(uploadId) && states.get(uploadId) !== 'complete')
  return [
    ...still.map((id) => `INV8 upload ${id} was deleted and is ${states.get(id)}`),
    ...lost.map(({ slug }) => `INV2 ${slug} was announced and is not complete`),
  ]
}

/** A whole, undamaged part is refused only for what its sender can mend: an overlap, or an upload that is closed or gone. */
const refusals = ({ entries }: World): string[] =>
  entriesOf(entries, 'part').flatMap(({ outcome, flaw, status, range, blobId }) =>
    outcome === 'fail' && !flaw && ![404, 409].includes(status)
      ? [`INV1 part ${range} of blob ${blobId} was refused with ${status}`]
      : [],
  )

export function breachesIn(entries: readonly Entry[], end: EndState): string[] {
  const world = { entries, parts: partsByBlob(entries), sets: fileSetsIn(entries), end }
  const checks = [lists, storedParts, downloads, visibility, undoneAndDoubled, meddling, mails, remains, refusals]
  return checks.flatMap((check) => check(world))
}
