/**
 * A container on S3 is its extents: objects that each hold neighbouring bytes of it, named by the first. Several may hold the same bytes,
 * which are then equal: what was written in small extents is copied to a large one before the small ones go.
 */
import type { S3 } from '@aws-sdk/client-s3'
import { blobIdOf } from '../containers.ts'
import { demand } from './client.ts'

export type Bucket = { s3: S3; bucket: string }

/** [from, to) of the container. */
export type Extent = { key: string; from: number; to: number; changedAt: Date }

/** `spare`: others hold all of their bytes. An object without a byte is in neither. */
export type Extents = { extents: Extent[]; spare: Extent[]; isThere: boolean }

export const blobsPrefix = 'blobs/'

export function containerPrefix(container: string): string {
  blobIdOf(container)
  return `${blobsPrefix}${container}/`
}

/** `unique` keeps apart what was written for the same place: a late try of the one never takes the place of the other. */
export const extentKey = (container: string, from: number, unique: string): string =>
  `${containerPrefix(container)}${from.toString(16).padStart(16, '0')}.${unique}`

const placed = /^blobs\/([\w-]{1,100}\.[0-9a-f]{16})\/([0-9a-f]{16})\.[0-9a-f]{8}$/

/** Undefined for an object that is not ours to classify. */
export function parseKey(key: string): { container: string; from: number } | undefined {
  const [, container, from] = placed.exec(key) ?? []
  return container && from ? { container, from: Number.parseInt(from, 16) } : undefined
}

type Listed = { container: string; extent: Extent }

/** Those below a prefix, in the order of their names: the extents of a container are neighbours. */
export async function* listExtents({ s3, bucket }: Bucket, prefix: string): AsyncGenerator<Listed, void, undefined> {
  let ContinuationToken: string | undefined
  do {
    const page = await demand(s3.listObjectsV2({ Bucket: bucket, Prefix: prefix, ContinuationToken }))
    for (const { Key: key = '', Size: bytes = 0, LastModified: changedAt = new Date(0) } of page.Contents ?? []) {
      const place = parseKey(key)
      if (place) yield { container: place.container, extent: { key, from: place.from, to: place.from + bytes, changedAt } }
    }
    ContinuationToken = page.IsTruncated ? page.NextContinuationToken : undefined
  } while (ContinuationToken)
}

export async function extentsOf(bucket: Bucket, container: string): Promise<Extents> {
  const found: Extent[] = []
  for await (const { extent } of listExtents(bucket, containerPrefix(container))) found.push(extent)
  return classify(found)
}

/** Whoever looks at the same list, whichever process, takes the same ones for spare: two would else each remove what the other keeps. */
export function classify(found: readonly Extent[]): Extents {
  const sorted = [...found].sort((a, b) => a.from - b.from || b.to - a.to || (a.key < b.key ? -1 : 1))
  const [extents, spare]: [Extent[], Extent[]] = [[], []]
  let end = 0
  for (const extent of sorted) {
    if (extent.to === extent.from) continue
    if (extent.to <= end) spare.push(extent)
    else extents.push(extent)
    end = Math.max(end, extent.to)
  }
  return { extents, spare, isThere: found.length > 0 }
}

/** The one that holds this byte. */
export function extentAt(extents: readonly Extent[], position: number): Extent | undefined {
  let [low, high] = [0, extents.length]
  while (low < high) {
    const middle = (low + high) >>> 1
    if (extents[middle]!.from <= position) low = middle + 1
    else high = middle
  }
  const found = extents[low - 1]
  return found && position < found.to ? found : undefined
}

const keysPerCall = 1000

export async function removeKeys({ s3, bucket }: Bucket, keys: readonly string[]): Promise<void> {
  for (let at = 0; at < keys.length; at += keysPerCall) {
    const Objects = keys.slice(at, at + keysPerCall).map((Key) => ({ Key }))
    const { Errors = [] } = await demand(s3.deleteObjects({ Bucket: bucket, Delete: { Objects, Quiet: true } }))
    const [error] = Errors.filter(({ Code }) => Code !== 'NoSuchKey')
    if (error) await demand(Promise.reject(Object.assign(new Error(error.Message), { Code: error.Code })))
  }
}
