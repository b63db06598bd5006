/**
 * Space that the database keeps for itself on its disk: a file, given up when the disk is full, so that counts, new connections and the log
 * of changes still find some, and taken back once there is enough again.
 */
import { randomBytes } from 'node:crypto'
import { open, rename, rm, stat, statfs } from 'node:fs/promises'
import { join } from 'node:path'

/** Two segments of the log. */
const reserveBytes = 32 * 1024 * 1024
/** Given up below this: until then everybody finds what they need. */
const fullBytes = 4 * 1024 * 1024
/** Taken between these: below, it would be given up at once again; above, a disk does not fill before the next looks. */
const enoughBytes = 4 * reserveBytes
const plentyBytes = 10_000_000_000
const chunkBytes = 1024 * 1024
const lookEveryMs = 1_000

export type Reserve = { look: () => Promise<void>; stop: () => Promise<void> }

export function keepReserve(dir: string, log: (line: string) => void): Reserve {
  const file = join(dir, 'reserve')
  const unfinished = `${file}.part`
  const stopping = new AbortController()
  let looking: Promise<void> | undefined

  const freeBytes = async () => {
    const { bavail, bsize } = await statfs(dir)
    return bavail * bsize
  }
  const isThere = () =>
    stat(file).then(
      () => true,
      () => false,
    )

  /** Of bytes that no disk makes smaller. */
  async function take(): Promise<void> {
    await rm(unfinished, { force: true })
    const handle = await open(unfinished, 'w', 0o600)
    try {
      for (let written = 0; written < reserveBytes && !stopping.signal.aborted; written += chunkBytes)
        await handle.write(randomBytes(chunkBytes))
      await handle.sync()
    } finally {
      await handle.close()
    }
    if (!stopping.signal.aborted) await rename(unfinished, file)
  }

  async function lookOnce(): Promise<void> {
    const free = await freeBytes()
    if (await isThere()) {
      if (free >= fullBytes) return
      await rm(file)
      log('The disk is full: the database uses the room that was kept for it. Free some space in the data folder')
    } else if (free >= enoughBytes && free < plentyBytes) await take()
  }

  const look = () => {
    looking ??= lookOnce()
      .catch((error: Error) => log(`The room that is kept for the database could not be looked at: ${error.message}`))
      .finally(() => {
        looking = undefined
      })
    return looking
  }
  const timer = setInterval(() => void look(), lookEveryMs)
  timer.unref()
  return {
    look,
    stop: async () => {
      stopping.abort()
      clearInterval(timer)
      await looking
      await rm(unfinished, { force: true })
    },
  }
}
