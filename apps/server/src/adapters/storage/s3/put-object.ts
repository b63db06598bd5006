/** Puts bytes into the store with checksums that it verifies: small ones in one request, large ones in parts of one upload, which is there whole or not at all. */

import type { FileHandle } from 'node:fs/promises'
import type { CompletedPart } from '@aws-sdk/client-s3'
import { crc32 } from '@node-rs/crc32'
import type { ByteBudget } from './byte-budget.ts'
import { demand } from './client.ts'
import type { Bucket } from './extents.ts'
import { readWhole } from './spool.ts'

/** An upload of parts takes none smaller, but for the last. */
export const minPartBytes = 5 * 1024 * 1024
/** Holds a part of 16 MiB as it is sealed, so that the usual one is one request. */
export const sliceBytes = 16 * 1024 * 1024 + 64 * 1024

/** The same to every store that knows it; together with the SHA-256 that each request is signed with, no byte changes on its way. */
const checksumOf = (bytes: Buffer): string => checksumText(crc32(bytes))

/** A CRC-32 as stores write it. */
export function checksumText(crc: number): string {
  const sum = Buffer.alloc(4)
  sum.writeUInt32BE(crc)
  return sum.toString('base64')
}

export async function putObject({ s3, bucket }: Bucket, key: string, bytes: Buffer): Promise<void> {
  await demand(
    s3.putObject({
      ...{ Bucket: bucket, Key: key, Body: bytes, ContentLength: bytes.length },
      ...{ ContentType: 'application/octet-stream', ChecksumCRC32: checksumOf(bytes) },
    }),
  )
}

export type Parts = {
  add: (bytes: Buffer) => Promise<void>
  /** All of another object. */
  copy: (key: string) => Promise<void>
}

/** Whoever breaks off leaves nothing, unless the process ends: see `removeLeftovers`. */
export async function putInParts({ s3, bucket }: Bucket, key: string, fill: (parts: Parts) => Promise<void>): Promise<void> {
  const object = { Bucket: bucket, Key: key }
  const begun = await demand(
    s3.createMultipartUpload({ ...object, ContentType: 'application/octet-stream', ChecksumAlgorithm: 'CRC32' }),
  )
  const upload = { ...object, UploadId: begun.UploadId! }
  const parts: CompletedPart[] = []
  const add = (part: { ETag?: string | undefined; ChecksumCRC32?: string | undefined }, PartNumber: number) => {
    const { ETag, ChecksumCRC32 } = part
    parts.push({ PartNumber, ...(ETag && { ETag }), ...(ChecksumCRC32 && { ChecksumCRC32 }) })
  }
  try {
    await fill({
      add: async (bytes) => {
        const PartNumber = parts.length + 1
        const ChecksumCRC32 = checksumOf(bytes)
        const body = { Body: bytes, ContentLength: bytes.length, ChecksumCRC32 }
        add({ ...(await demand(s3.uploadPart({ ...upload, PartNumber, ...body }))), ChecksumCRC32 }, PartNumber)
      },
      copy: async (from) => {
        const PartNumber = parts.length + 1
        const { CopyPartResult } = await demand(s3.uploadPartCopy({ ...upload, PartNumber, CopySource: `${bucket}/${from}` }))
        add(CopyPartResult ?? {}, PartNumber)
      },
    })
    await demand(s3.completeMultipartUpload({ ...upload, MultipartUpload: { Parts: parts } }))
  } catch (error) {
    await s3.abortMultipartUpload(upload).catch(() => {})
    throw error
  }
}

/** Ends uploads of parts that were begun before then: nobody goes on with them, and their parts take space that no list of objects shows. */
export async function removeLeftovers({ s3, bucket }: Bucket, prefix: string, before: Date): Promise<void> {
  let marks: { KeyMarker?: string | undefined; UploadIdMarker?: string | undefined } = {}
  for (let isMore = true; isMore; ) {
    const page = await demand(s3.listMultipartUploads({ Bucket: bucket, Prefix: prefix, ...marks }))
    for (const { Key, UploadId, Initiated } of page.Uploads ?? [])
      if (Initiated && Initiated < before) await s3.abortMultipartUpload({ Bucket: bucket, Key, UploadId }).catch(() => {})
    marks = { KeyMarker: page.NextKeyMarker, UploadIdMarker: page.NextUploadIdMarker }
    isMore = page.IsTruncated === true
  }
}

/** An upload of parts has at most so many. */
const maxParts = 10_000

export async function putSpooled(
  store: Bucket & { budget: ByteBudget },
  key: string,
  file: FileHandle,
  bytes: number,
): Promise<void> {
  const slice = Math.max(sliceBytes, Math.ceil(bytes / maxParts))
  const inBuffer = (at: number, put: (filled: Buffer) => Promise<void>) =>
    store.budget.run(Math.min(slice, bytes - at), async (buffer) => {
      await readWhole(file, at, buffer)
      await put(buffer)
    })
  if (bytes <= slice) return inBuffer(0, (buffer: Buffer) => putObject(store, key, buffer))
  await putInParts(store, key, async ({ add }) => {
    for (let at = 0; at < bytes; at += slice) await inBuffer(at, add)
  })
}
