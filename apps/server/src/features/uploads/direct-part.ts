/** Parts that go straight to the store (O3): a place and a signed address is given for each, and what lies there begins to count once its sender says so. */
import { Problem } from '@sampan/contract/errors'
import { directParts } from '@sampan/contract/limits'
import type { confirmPart as confirmRoute, giveTargets as giveRoute } from '@sampan/contract/routes/direct-parts'
import type { RouteInput, RouteReply } from '@sampan/contract/routes/route'
import { summedHeader } from '../../adapters/storage/segments.ts'
import type { DirectStore } from '../../adapters/storage/storage.ts'
import type { Actor } from '../../http/actor.ts'
import type { Ticket } from '../../http/ticket.ts'
import type { Services } from '../../services.ts'
import type { BackgroundFlush } from './background-flush.ts'
import type { GivenPlaces } from './given-places.ts'
import { keepPart } from './keep-part.ts'
import { type GivenPart, partToken, readPartToken, tokenLifeMs } from './part-token.ts'
import { crcOfPieces, readPieceCrcs } from './piece-crcs.ts'
import { problemOf } from './receive-part.ts'
import type { PartRecorder } from './record-parts.ts'
import { openTarget, type TargetDeps, type WriteTarget } from './write-targets.ts'

type Deps = TargetDeps &
  Pick<Services, 'storage' | 'direct' | 'secrets' | 'metrics' | 'log'> & {
    record: PartRecorder
    given: GivenPlaces
    takePlace: () => Promise<number>
    flushAhead: BackgroundFlush
  }
type Wanted = RouteInput<typeof giveRoute>['body']['parts'][number]

/** A packed blob has borders of files inside of its parts, of which nobody tells the sums. */
function requireDirect({ direct }: Deps, { fileStarts }: WriteTarget): DirectStore {
  if (!direct || fileStarts.length !== 1) throw new Problem('notDirect')
  return direct.store
}

function checkWanted({ offset, length }: Wanted, { size }: WriteTarget): void {
  if (length === 0 || offset + length > size) throw new Problem('partOutOfBounds', { size })
  if (length < directParts.minBytes || length > directParts.maxBytes) throw new Problem('notDirect')
}

export async function giveTargets(
  deps: Deps,
  ticket: Ticket,
  actor: Actor,
  { uploadId, blobId, parts }: { uploadId: string } & RouteInput<typeof giveRoute>['body'],
): Promise<RouteReply<typeof giveRoute>> {
  const target = await openTarget(deps, ticket, actor, { uploadId, blobId })
  const store = requireDirect(deps, target)
  for (const part of parts) checkWanted(part, target)
  void deps.given.collect()
  const bytes = parts.reduce((sum, { length }) => sum + length, 0)
  deps.given.hold(target.upload, bytes)
  let leftBytes = bytes
  try {
    const targets: RouteReply<typeof giveRoute>['targets'] = []
    for (const { offset, length, crc32 } of parts) {
      const sum = Number.parseInt(crc32, 16)
      const accepted = await deps.takePlace()
      const { url, headers, ...place } = await store.target(blobId, length, sum)
      deps.given.add({ blobId, place, bytes: length, budget: target.upload })
      leftBytes -= length
      const until = deps.clock().getTime() + tokenLifeMs
      const given: GivenPart = { blobId, offset, length, crc32: sum, accepted, place, until }
      targets.push({ url, headers, token: partToken(deps.secrets.part, given) })
    }
    return { targets }
  } finally {
    deps.given.drop(target.upload, leftBytes)
  }
}

const segmentLengths = (length: number): number[] =>
  Array.from({ length: Math.ceil(length / directParts.segmentBytes) }, (_, index) =>
    Math.min(directParts.segmentBytes, length - index * directParts.segmentBytes),
  )

/** The sums of the segments are those of the whole that the store has verified. */
function isWhole({ length, crc32 }: GivenPart, segments: Buffer): boolean {
  const lengths = segmentLengths(length)
  return segments.length === 4 * lengths.length && crcOfPieces(lengths, readPieceCrcs(segments)) === crc32
}

export async function confirmPart(
  deps: Deps,
  ticket: Ticket,
  actor: Actor,
  { uploadId, blobId, token, segments }: { uploadId: string } & RouteInput<typeof confirmRoute>['body'],
): Promise<void> {
  const target = await openTarget(deps, ticket, actor, { uploadId, blobId })
  const store = requireDirect(deps, target)
  const given = readPartToken(deps.secrets.part, token)
  if (given?.blobId !== blobId) throw new Problem('invalidInput', {}, { fields: { token: 'invalid' } })
  if (given.until < deps.clock().getTime()) throw new Problem('partIncomplete')
  const sums = Buffer.from(segments, 'hex')
  if (!isWhole(given, sums)) throw new Problem('partDamaged')
  const { offset, length, crc32, accepted, place } = given
  const isThere = await store.take(place, length, crc32).catch(async (error) => {
    throw await problemOf(deps, blobId, error)
  })
  if (!isThere) throw new Problem('partIncomplete')
  const pieceCrcs = Buffer.alloc(4)
  pieceCrcs.writeUInt32BE(crc32)
  const header = summedHeader(target.key, offset, length, sums)
  const { container, position } = place
  const verdict = await keepPart(deps, target, {
    ...{ uploadId, blobId, offset, length, crc32, accepted, pieceCrcs },
    place: { container, position, header },
  })
  // Of the same bytes told once more it is not known here which of them the row names.
  if (verdict === 'same') return
  deps.given.named(place)
  deps.metrics.count('receivedBytes', length)
  deps.flushAhead(uploadId, blobId, length)
}
