/**
 * The formats at rest: an attempt is a stream of segments, each authenticated with AES-256-GCM under a key of its own attempt. Sealed, the
 * bytes are encrypted and each segment's tag follows it. Plain, they lie as they came, and all tags are in the header. Summed, they lie as
 * they came without having passed through a process of ours: in place of a tag the header has the CRC-32 of each segment, which tells what
 * was changed by accident.
 *
 * key(32) || base nonce(12) || commitment(32) = HKDF-SHA-512(data key, salt, label || format || blob || offset). Each attempt
 * draws a new salt, so order, repetition and changed sizes never repeat a nonce, and bytes moved to another blob or offset do
 * not open. Nonce = base nonce XOR segment index. Authenticated beside the bytes: attempt length, segment index, last or not.
 */
import { type CipherGCM, createCipheriv, createDecipheriv, hkdfSync, randomBytes, timingSafeEqual } from 'node:crypto'
import { crc32 } from '@node-rs/crc32'
import { CorruptBlob } from './byte-store.ts'
import { freeBytes } from './free-bytes.ts'
import type { BlobKey } from './storage.ts'

const CIPHER = 'aes-256-gcm'
const LABEL = 'sampan attempt'
const SEALED = 1
const PLAIN = 2
const SUMMED = 3
const SEGMENT_LOG2 = 18
const SALT_BYTES = 24
const COMMITMENT_BYTES = 32
const HEADER_BYTES = 2 + SALT_BYTES + COMMITMENT_BYTES
const TAG_BYTES = 16
const SUM_BYTES = 4

/** What seals and opens one attempt. `tags` of one that lies there plain, `sums` of one that is summed. */
export type AttemptKeys = {
  key: Buffer
  baseNonce: Buffer
  length: number
  segmentBytes: number
  tags: Buffer | null
  sums: Buffer | null
}

/** Bytes on the store of an attempt of so many plain bytes, as it is sealed from now on. */
export const sealedLength = (length: number) => length + TAG_BYTES * Math.ceil(length / 2 ** SEGMENT_LOG2)

/** The same of one that was written in its day: by its own format and segments. */
export const storedLength = (header: Buffer, length: number) =>
  header[0] === PLAIN || header[0] === SUMMED ? length : length + TAG_BYTES * Math.ceil(length / 2 ** header[1]!)

/** What is stored beside the bytes of each segment. */
export const besideBytes = ({ tags, sums }: AttemptKeys): number => (tags || sums ? 0 : TAG_BYTES)

/** Fresh keys for a new attempt and the header by which a reader finds them again. */
export function newAttempt(blob: BlobKey, offset: number, length: number, salt = randomBytes(SALT_BYTES)) {
  return begin(SEALED, blob, { offset, length, salt })
}

/** The same of one that lies there plain: its tags, which are filled in while it is written, are the end of its header. */
export function newPlainAttempt(blob: BlobKey, offset: number, length: number, salt = randomBytes(SALT_BYTES)) {
  const { keys, header } = begin(PLAIN, blob, { offset, length, salt })
  const whole = Buffer.alloc(HEADER_BYTES + TAG_BYTES * segmentCount(keys))
  header.copy(whole)
  return { keys: { ...keys, tags: whole.subarray(HEADER_BYTES) }, header: whole }
}

/** The header of an attempt that its sender has put there, who told the CRC-32 of each segment. */
export function summedHeader(
  blob: BlobKey,
  offset: number,
  length: number,
  sums: Buffer,
  salt = randomBytes(SALT_BYTES),
): Buffer {
  const { keys, header } = begin(SUMMED, blob, { offset, length, salt })
  if (sums.length !== SUM_BYTES * segmentCount(keys)) throw new RangeError('Not one CRC-32 for each segment')
  return Buffer.concat([header, sums])
}

function begin(format: number, blob: BlobKey, { offset, length, salt }: { offset: number; length: number; salt: Buffer }) {
  const prefix = Buffer.concat([Buffer.of(format, SEGMENT_LOG2), salt])
  const { commitment, ...keys } = deriveKeys(blob, offset, length, prefix)
  return { keys, header: Buffer.concat([prefix, commitment]) }
}

const segmentCount = ({ length, segmentBytes }: AttemptKeys): number => Math.ceil(length / segmentBytes)

/** What of a header tells its attempt from every other. */
export const nameOf = (header: Buffer): string => header.toString('base64', 0, HEADER_BYTES)

/** The keys of a stored attempt; throws CorruptBlob unless the header was made for this blob, data key and offset. */
export function openAttempt(blob: BlobKey, attempt: { offset: number; length: number; header: Buffer }): AttemptKeys {
  const { header } = attempt
  const [format = 0, segmentLog2 = 0] = header
  const besideEach = format === PLAIN ? TAG_BYTES : format === SUMMED ? SUM_BYTES : 0
  const isKnown = [SEALED, PLAIN, SUMMED].includes(format) && segmentLog2 >= 12 && segmentLog2 <= 24
  if (!isKnown || header.length !== HEADER_BYTES + besideEach * Math.ceil(attempt.length / 2 ** segmentLog2)) {
    throw new CorruptBlob(`Unknown attempt header in blob ${blob.blobId} at ${attempt.offset}`)
  }
  const prefix = header.subarray(0, HEADER_BYTES - COMMITMENT_BYTES)
  const { commitment, ...keys } = deriveKeys(blob, attempt.offset, attempt.length, prefix)
  if (!timingSafeEqual(commitment, header.subarray(prefix.length, HEADER_BYTES))) {
    throw new CorruptBlob(`Attempt header of blob ${blob.blobId} at ${attempt.offset} belongs to other keys`)
  }
  const beside = header.subarray(HEADER_BYTES)
  return { ...keys, tags: format === PLAIN ? beside : null, sums: format === SUMMED ? beside : null }
}

function deriveKeys({ blobId, dek }: BlobKey, offset: number, length: number, prefix: Buffer) {
  const info = Buffer.concat([Buffer.from(`${LABEL}\0`), prefix.subarray(0, 2), Buffer.from(`${blobId}\0`), uint64(offset)])
  const bytes = Buffer.from(hkdfSync('sha512', dek, prefix.subarray(2), info, 32 + 12 + COMMITMENT_BYTES))
  return {
    key: bytes.subarray(0, 32),
    baseNonce: bytes.subarray(32, 44),
    commitment: bytes.subarray(44),
    length,
    segmentBytes: 2 ** (prefix[1] ?? 0),
    tags: null,
    sums: null,
  }
}

/** Seals a chunk after the other, of any size, without gathering: gives the sealed pieces to `put`, in order. */
export function sealer(keys: AttemptKeys, put: (sealed: Buffer) => void) {
  const add = (cipher: CipherGCM, piece: Buffer) => {
    const sealed = cipher.update(piece)
    put(sealed)
    freeBytes(sealed)
  }
  return bySegments(keys, add, put)
}

/** The same for one that lies there plain: gives the pieces as they are, and writes the tags. */
export function tagger(keys: AttemptKeys & { tags: Buffer }, put: (plain: Buffer) => void) {
  const add = (cipher: CipherGCM, piece: Buffer) => {
    cipher.setAAD(piece)
    put(piece)
  }
  return bySegments(keys, add, (tag, index) => void tag.copy(keys.tags, index * TAG_BYTES))
}

function bySegments(
  keys: AttemptKeys,
  add: (cipher: CipherGCM, piece: Buffer) => void,
  end: (tag: Buffer, index: number) => void,
) {
  let index = 0
  let remaining = Math.min(keys.segmentBytes, keys.length)
  let left = keys.length
  let cipher = sealing(keys, 0)
  return (chunk: Buffer): void => {
    for (let at = 0; at < chunk.length; ) {
      const take = Math.min(remaining, chunk.length - at)
      add(cipher, take === chunk.length ? chunk : chunk.subarray(at, at + take))
      at += take
      remaining -= take
      left -= take
      if (remaining > 0) continue
      cipher.final()
      end(cipher.getAuthTag(), index)
      remaining = Math.min(keys.segmentBytes, left)
      if (left > 0) cipher = sealing(keys, ++index)
    }
  }
}

/** Node fills each step's space with zeros first: steps that stay in the processor's cache make that cheap. */
const STEP_BYTES = 128 * 1024

/** Gives the plain bytes of one whole stored segment, opened in place; throws CorruptBlob unless all of it is as it was written. */
export function openSegment(keys: AttemptKeys, index: number, stored: Buffer): Buffer {
  const { tags, sums } = keys
  if (sums) return checkSum(sums, index, stored)
  const end = stored.length - besideBytes(keys)
  const decipher = createDecipheriv(CIPHER, keys.key, nonce(keys, index), { authTagLength: TAG_BYTES })
  decipher.setAAD(associatedData(keys, index))
  decipher.setAuthTag(tags ? tags.subarray(index * TAG_BYTES, (index + 1) * TAG_BYTES) : stored.subarray(end))
  if (tags) decipher.setAAD(stored)
  else
    for (let at = 0; at < end; at += STEP_BYTES) {
      const plain = decipher.update(stored.subarray(at, Math.min(at + STEP_BYTES, end)))
      plain.copy(stored, at)
      freeBytes(plain)
    }
  try {
    decipher.final()
  } catch {
    throw new CorruptBlob(`Segment ${index} does not verify`)
  }
  return stored.subarray(0, end)
}

function checkSum(sums: Buffer, index: number, stored: Buffer): Buffer {
  if (crc32(stored) !== sums.readUInt32BE(index * SUM_BYTES)) throw new CorruptBlob(`Segment ${index} does not verify`)
  return stored
}

function sealing(keys: AttemptKeys, index: number) {
  const cipher = createCipheriv(CIPHER, keys.key, nonce(keys, index), { authTagLength: TAG_BYTES })
  cipher.setAAD(associatedData(keys, index))
  return cipher
}

function nonce({ baseNonce }: AttemptKeys, index: number) {
  const bytes = Buffer.from(baseNonce)
  bytes.writeUInt32BE((bytes.readUInt32BE(8) ^ index) >>> 0, 8)
  return bytes
}

function associatedData({ length, segmentBytes }: AttemptKeys, index: number) {
  const bytes = Buffer.alloc(13)
  bytes.writeBigUInt64BE(BigInt(length), 0)
  bytes.writeUInt32BE(index, 8)
  bytes[12] = (index + 1) * segmentBytes >= length ? 1 : 0
  return bytes
}

function uint64(value: number) {
  const bytes = Buffer.alloc(8)
  bytes.writeBigUInt64BE(BigInt(value))
  return bytes
}
