/** A server on a small disk of its own, and what tests of a disk in trouble do with it. */
import { join } from 'node:path'
import { onTestFinished } from 'vitest'
import { beginStory, type Story } from './crash-story.ts'
import type { Answer } from './line.ts'
import { withDisk } from './own-mounts.ts'
import { missingIn, type OwnUpload, sendPart } from './own-upload.ts'
import { installForTest } from './server-process.ts'

export const MiB = 1024 * 1024
const env = { WORKERS: '1', RATE_LIMITS: 'linkMiss=1000000/600' }

/** A server whose blobs, or all of whose data, lie on a small disk. */
export async function begin(
  { mebibytes, isAll = false }: { mebibytes: number; isAll?: boolean },
  more: Record<string, string> = {},
) {
  const here = await installForTest({ ...env, ...more })
  const disk = isAll ? here.dataDir : join(here.dataDir, 'blobs')
  await here.start({ wrap: withDisk(disk, mebibytes) })
  const story = await beginStory(here)
  onTestFinished(() => story.line.close())
  return { here, disk, story }
}

export const statusOf = async (url: string): Promise<number> => (await fetch(url)).status

/** One part after the other; what was refused is left out. */
export async function sendEach(story: Story, upload: OwnUpload, bytes = MiB): Promise<Answer[]> {
  const answers: Answer[] = []
  for (const { blobId, range } of missingIn(upload))
    for (let at = range[0]; at < range[1]; at += bytes)
      answers.push((await sendPart(story, upload, { blobId, range: [at, Math.min(range[1], at + bytes)] }, story.chance)).answer)
  return answers
}

export const large = [{ path: 'large.bin', size: 16 * MiB }]
