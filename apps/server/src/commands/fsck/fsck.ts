/** The whole check, in an order in which one repair helps the next; everything may run beside servers, uploads and deletions. */
import { claimStore } from '../../features/operation/index.ts'
import type { Services } from '../../services.ts'
import { type BlobCounts, checkBlobs } from './check-blobs.ts'
import { type ContainerCounts, checkContainers } from './check-containers.ts'
import { checkRecords } from './check-records.ts'
import type { Finding } from './findings.ts'
import { countRows } from './queries.ts'

export type FsckOptions = {
  repair: boolean
  /** Reads and verifies every byte. */
  isDeep: boolean
  bytesPerSecond: number
  /** Bytes without a row are left alone for so long after their last change. */
  graceSeconds: number
  /** Repairs also where so much is wrong that it looks like the wrong database or folder. */
  force: boolean
}
export type FsckReport = {
  isClean: boolean
  isDeep: boolean
  checked: BlobCounts & ContainerCounts & { uploads: number; owners: number }
  findings: Finding[]
}
export const defaultGraceSeconds = 86_400

export async function runFsck(
  deps: Pick<Services, 'db' | 'storage' | 'masterKeys' | 'clock' | 'config'>,
  options: Partial<FsckOptions> = {},
): Promise<FsckReport> {
  const all: FsckOptions = {
    repair: false,
    isDeep: false,
    bytesPerSecond: Number.POSITIVE_INFINITY,
    graceSeconds: defaultGraceSeconds,
    force: false,
    ...options,
  }
  const records = await checkRecords(deps.db, all)
  const blobs = await checkBlobs(deps, all)
  const containers = await checkContainers(deps, all)
  if (all.repair && all.force) await claimStore(deps)
  const findings = [...records, ...blobs.findings, ...containers.findings]
  const checked = { ...(await countRows(deps.db)), ...blobs.counts, ...containers.counts }
  return { isClean: findings.length === 0, isDeep: all.isDeep, checked, findings }
}
