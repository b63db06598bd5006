/** A disk and a bucket of which one is emptied into the other, for tests. */
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startS3Double } from '../../../test/support/s3/s3-double.ts'
import { s3UnderTest } from '../../../test/support/s3/under-test.ts'
import type { StoreUnderTest } from './byte-store.conformance.ts'
import { openDiskStore } from './disk.ts'
import { movingStore } from './moving.ts'

async function diskUnderTest(): Promise<StoreUnderTest> {
  const root = await mkdtemp(join(tmpdir(), 'sampan-moving-'))
  const fileOf = async (container: string) =>
    join(root, (await readdir(root, { recursive: true })).find((path) => path.endsWith(container))!)
  return {
    reopen: () => openDiskStore(root),
    load: async (container) => readFile(await fileOf(container)),
    save: async (container, bytes) => writeFile(await fileOf(container), bytes),
    done: () => rm(root, { recursive: true }),
  }
}

async function bucketUnderTest(): Promise<StoreUnderTest> {
  const double = await startS3Double()
  return s3UnderTest(double.settings, double.stop, double.now)
}

const both = (from: () => Promise<StoreUnderTest>, to: () => Promise<StoreUnderTest>) => async (): Promise<StoreUnderTest> => {
  const [left, right] = [await from(), await to()]
  return {
    reopen: async () => movingStore(await left.reopen(), await right.reopen()),
    load: right.load,
    save: right.save,
    done: async () => void (await Promise.all([left.done(), right.done()])),
  }
}

/** Name and maker of either way. */
export const ways = [
  ['the way from a disk to S3', both(diskUnderTest, bucketUnderTest)],
  ['the way from S3 to a disk', both(bucketUnderTest, diskUnderTest)],
] as const
