/**
 * What a sender puts into the bucket itself: an extent, as any other attempt is one, by an address that is signed for its length and its
 * CRC-32, and for a name that nothing has yet. The store refuses the rest, which `prove` finds out.
 */
import { randomBytes } from 'node:crypto'
import { crc32 } from '@node-rs/crc32'
import type { DirectStore, DirectTarget, Location } from '../byte-store.ts'
import { ask } from './client.ts'
import { type Bucket, type Extent, extentKey, removeKeys } from './extents.ts'
import { checksumText } from './put-object.ts'

/** Time enough to begin; what has begun may go on. */
const validSeconds = 900
const answerMs = 10_000
const allowedHeaders = ['content-type', 'if-none-match', 'x-amz-checksum-crc32']
/** Of the bucket, beside all blobs: a mark of a start that was ended in the middle is replaced by the next. */
const proofPrefix = 'proof/'

type Store = Bucket & { known: { add: (container: string, extent: Extent) => void }; clock: () => Date }
type PlaceFor = (blobId: string, bytes: number) => Location

export function openDirect(store: Store, placeFor: PlaceFor): DirectStore {
  return {
    origin: async () => new URL((await sign(store, proofPrefix, 1, 0)).url).origin,
    target: async (blobId, bytes, sum) => {
      const place = placeFor(blobId, bytes)
      const object = randomBytes(4).toString('hex')
      return { ...place, object, ...(await sign(store, extentKey(place.container, place.position, object), bytes, sum)) }
    },
    take: async ({ container, position, object }, bytes, sum) => {
      const key = extentKey(container, position, object)
      if (!(await isStored(store, key, bytes, sum))) return false
      store.known.add(container, { key, from: position, to: position + bytes, changedAt: store.clock() })
      return true
    },
    remove: ({ container, position, object }) => removeKeys(store, [extentKey(container, position, object)]),
    prove: () => prove(store),
    letsIn: (page) => letsIn(store, page),
  }
}

async function sign(
  { s3, bucket }: Bucket,
  Key: string,
  bytes: number,
  sum: number,
): Promise<Pick<DirectTarget, 'url' | 'headers'>> {
  const [{ PutObjectCommand }, { getSignedUrl }] = await Promise.all([
    import('@aws-sdk/client-s3'),
    import('@aws-sdk/s3-request-presigner'),
  ])
  const ChecksumCRC32 = checksumText(sum)
  const put = new PutObjectCommand({ Bucket: bucket, Key, ContentLength: bytes, ChecksumCRC32, IfNoneMatch: '*' })
  // In the query a store may take it for a name that says nothing.
  const unhoistableHeaders = new Set(['x-amz-checksum-crc32'])
  const url = await getSignedUrl(s3, put, { expiresIn: validSeconds, unhoistableHeaders })
  return { url, headers: { 'If-None-Match': '*', 'x-amz-checksum-crc32': ChecksumCRC32 } }
}

/** A store that keeps the sum tells it; one that only checks it has done so before. */
async function isStored({ s3, bucket }: Bucket, Key: string, bytes: number, sum: number): Promise<boolean> {
  const found = await ask(s3.headObject({ Bucket: bucket, Key, ChecksumMode: 'ENABLED' }))
  const told = found?.ChecksumCRC32
  return found?.ContentLength === bytes && (told === undefined || told === checksumText(sum))
}

async function prove(store: Bucket): Promise<string | null> {
  const right = randomBytes(64)
  const wrong = Buffer.from(right)
  wrong[0]! ^= 1
  const key = `${proofPrefix}${randomBytes(8).toString('hex')}`
  const { url, headers } = await sign(store, key, right.length, crc32(right))
  const put = async (body: Buffer) => {
    const answer = await fetch(url, { method: 'PUT', headers, body: new Uint8Array(body), signal: AbortSignal.timeout(answerMs) })
    await answer.arrayBuffer()
    return answer.ok
  }
  try {
    if (await put(wrong)) return 'it takes bytes that are not as their x-amz-checksum-crc32 says'
    if (await put(Buffer.concat([right, wrong]))) return 'it takes more bytes than were signed'
    if (!(await put(right))) return 'it refuses what was signed'
    if (await put(right)) return 'it lets a signed object be put twice (if-none-match)'
    return null
  } catch (error) {
    return `it did not answer: ${error instanceof Error ? error.message : String(error)}`
  } finally {
    await removeKeys(store, [key])
  }
}

/** As a browser asks before it sends. */
async function letsIn(store: Bucket, page: string): Promise<string | null> {
  const { url } = await sign(store, `${proofPrefix}cors`, 1, 0)
  const asked = {
    origin: page,
    'access-control-request-method': 'PUT',
    'access-control-request-headers': allowedHeaders.join(','),
  }
  try {
    const answer = await fetch(url, { method: 'OPTIONS', headers: asked, signal: AbortSignal.timeout(answerMs) })
    await answer.arrayBuffer()
    const wordsOf = (name: string) => (answer.headers.get(name) ?? '').toLowerCase().split(/\s*,\s*/)
    if (!answer.ok) return `it answers ${answer.status}`
    if (!wordsOf('access-control-allow-origin').some((each) => each === '*' || each === page))
      return 'it does not name the origin'
    if (!wordsOf('access-control-allow-methods').some((each) => each === '*' || each === 'put')) return 'it does not allow PUT'
    const lacking = allowedHeaders.filter(
      (name) => !wordsOf('access-control-allow-headers').some((each) => each === '*' || each === name),
    )
    return lacking.length ? `it does not allow ${lacking.join(', ')}` : null
  } catch (error) {
    return `it did not answer: ${error instanceof Error ? error.message : String(error)}`
  }
}
