/** For tests and benchmarks that start whole servers: ports that are free, and databases that are left behind. */
import { readFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { join } from 'node:path'

/** The port that the system hands out, or null where this one is taken. */
const listened = (port) =>
  new Promise((resolve) => {
    const probe = createServer()
      .once('error', () => resolve(null))
      .listen(port, '127.0.0.1', () => {
        const given = probe.address().port
        probe.close(() => resolve(given))
      })
  })

export const freePort = () => listened(0)

export const isFree = async (port) => (await listened(port)) !== null

/** Below those that the system hands out, so that nobody takes it between two lives of a server. */
export async function lastingPort() {
  for (;;) {
    const port = 12_000 + Math.floor(Math.random() * 18_000)
    if (await isFree(port)) return port
  }
}

/** Of the embedded database of a data folder; undefined where none has run. */
export function postmasterOf(dataDir) {
  try {
    return Number(readFileSync(join(dataDir, 'db/pg/postmaster.pid'), 'utf8').split('\n')[0])
  } catch {
    return undefined
  }
}

/** A killed server leaves its database running for the next one; a test has no next one. */
export function stopDatabase(dataDir) {
  const pid = postmasterOf(dataDir)
  try {
    if (pid) process.kill(pid, 'SIGQUIT')
  } catch {
    // It has ended meanwhile.
  }
}
