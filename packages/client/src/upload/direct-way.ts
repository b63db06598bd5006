/** Whether parts of an upload go straight to the store. Where that fails twice, they go through the server from then on: a bucket may know nothing of this page, and a firewall nothing of the bucket. */
import { directParts } from '@sampan/contract/limits'
import type { UploadPlan } from '@sampan/contract/routes/uploads'

type Blob = Pick<UploadPlan['blobs'][number], 'via'>

export type DirectWay = {
  takes(blob: Blob | undefined, bytes: number): boolean
  worked(): void
  /** Of parts that were under way together the first one says it for all. */
  failed(startedAtMs: number, nowMs: number): void
  close(): void
}

const maxFailures = 2

export function createDirectWay(): DirectWay {
  let failures = 0
  let failedAtMs = Number.NEGATIVE_INFINITY
  return {
    takes: (blob, bytes) =>
      failures < maxFailures && blob?.via === 'store' && bytes >= directParts.minBytes && bytes <= directParts.maxBytes,
    worked() {
      if (failures < maxFailures) failures = 0
    },
    failed(startedAtMs, nowMs) {
      if (startedAtMs < failedAtMs) return
      failures++
      failedAtMs = nowMs
    },
    close() {
      failures = maxFailures
    },
  }
}
