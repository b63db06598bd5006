/** Which bytes a GET asks for (RFC 9110, sections 13.1.5 and 14). Ask for GET alone: Range means nothing to HEAD. */

export type ByteRange = { kind: 'full' } | { kind: 'part'; from: number; to: number } | { kind: 'unsatisfiable' }
export type Representation = {
  size: number
  /** A strong ETag, with its quotation marks. */
  etag: string
  lastModified: Date
  /** What its reader has may be of another one that stood at its address before: the ETag alone tells, neither a date nor nothing. */
  mayBeOther?: boolean
}

const FULL: ByteRange = { kind: 'full' }

/**
 * `to` is exclusive. What is malformed or in another unit is ignored, as the standard demands. So are several ranges in one
 * request, as it allows: no download program needs them, and overlapping ones would multiply the work.
 */
export function byteRange(
  headers: { range?: string; 'if-range'?: string },
  { size, etag, lastModified, mayBeOther }: Representation,
): ByteRange {
  const { range, 'if-range': ifRange } = headers
  if (range === undefined) return FULL
  const isSame = ifRange === undefined || ifRange === lastModified.toUTCString()
  if (ifRange !== etag && (mayBeOther || !isSame)) return FULL
  const [, first, last] = /^bytes=[ \t]*(\d*)-(\d*)[ \t]*$/i.exec(range) ?? []
  if (first === undefined || last === undefined || first + last === '') return FULL
  return first === '' ? lastBytes(Number(last), size) : between(Number(first), last === '' ? Infinity : Number(last), size)
}

function lastBytes(count: number, size: number): ByteRange {
  if (count === 0) return { kind: 'unsatisfiable' }
  return size === 0 ? FULL : { kind: 'part', from: Math.max(0, size - count), to: size }
}

function between(first: number, last: number, size: number): ByteRange {
  if (first > last) return FULL
  return first >= size ? { kind: 'unsatisfiable' } : { kind: 'part', from: first, to: Math.min(last + 1, size) }
}
