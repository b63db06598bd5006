/** Folders for temporary files in memory where there is space: each test server's database is a copy of some MB, and everything is gone with the run. */
import { existsSync, statfsSync } from 'node:fs'

const memory = '/dev/shm'
/** The gate takes some 3 GB at most. */
const spaceBytes = 8 * 1024 ** 3

/** A folder that somebody has chosen stays. */
export function putScratchInMemory(env = process.env) {
  if (env.TMPDIR || !existsSync(memory)) return
  const { bavail, bsize } = statfsSync(memory)
  if (bavail * bsize > spaceBytes) env.TMPDIR = memory
}
