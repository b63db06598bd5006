/** The built server as a process on a data folder of its own: started, killed in several ways, started again, and cleaned away. */
import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { onTestFinished } from 'vitest'
import { isFree, lastingPort } from '../../../../scripts/processes/processes.mjs'
import { pidInUse } from '../../src/db/embedded-postgres/processes.ts'

const root = fileURLToPath(new URL('../../../..', import.meta.url))
const mainFile = join(root, 'apps/server/dist/main.js')

/** What kills: the main process alone, its whole group, one worker of it, or the database's postmaster. */
export type Victim = 'main' | 'group' | 'worker' | 'postmaster'
export type Life = { child: ChildProcess; output: () => string; ended: Promise<number | null> }
/** `wrap` puts another program in front of the server. */
type Start = { env?: Record<string, string>; wrap?: (command: string[]) => string[] }
export type Installation = {
  dataDir: string
  /** Of its environment, but for what a start is given besides. */
  settings: Record<string, string>
  /** The data folder as the server sees it, which may have mounts of its own. */
  seenDir: () => string
  port: number
  url: string
  life: Life | undefined
  /** Resolves when the server says that it is ready. */
  start: (more?: Start) => Promise<Life>
  kill: (victim: Victim) => Promise<void>
  /** In order, by SIGTERM. */
  stop: () => Promise<void>
  postmaster: () => number | undefined
  workers: () => number[]
  remove: () => Promise<void>
}

/** One of the operator's commands on this installation, as it runs. `more`: of its environment. */
export function startCommand({ settings }: Installation, words: readonly string[], more: Record<string, string> = {}): Life {
  return launch([process.execPath, join(root, 'sampan'), ...words], { ...settings, ...more })
}

/** Its exit code and what it said. */
export async function runCommand(here: Installation, ...words: string[]): Promise<{ code: number | null; output: string }> {
  const { ended, output } = startCommand(here, words)
  return { code: await ended, output: output() }
}

/** Under which a disk of its own is kept, see own-mounts. */
export const keptName = (folder: string): string => `${folder}.kept`

/** Builds what is stale; nothing where it is fresh. */
export const buildServer = (): void => void execFileSync(process.execPath, [join(root, 'scripts/build.mjs')])

const settle = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))
/** Asks until the answer is yes; the test's own time-out ends it. */
export async function until(isSo: () => boolean | Promise<boolean>, everyMs = 20): Promise<void> {
  while (!(await isSo())) await settle(everyMs)
}

/** Never 0, which would be this process and all of its group. */
function signal(pid: number | undefined, name: NodeJS.Signals): boolean {
  try {
    return !!pid && process.kill(pid, name)
  } catch {
    return false
  }
}

export function childrenOf(pid: number): number[] {
  return readdirSync('/proc')
    .map(Number)
    .filter((each) => {
      try {
        const stat = readFileSync(`/proc/${each}/stat`, 'utf8')
        return Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1]) === pid
      } catch {
        return false
      }
    })
}

/** Empty for one that has ended meanwhile. */
function commandLineOf(pid: number): string {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8')
  } catch {
    return ''
  }
}

/** Children that run the same program, where there are any. */
const workersOf = (pid: number): number[] => childrenOf(pid).filter((each) => commandLineOf(each).includes('main.js'))

function launch(command: string[], env: Record<string, string>): Life {
  const [program = '', ...args] = command
  const child = spawn(program, args, {
    env: { PATH: process.env.PATH, HOME: process.env.HOME, NODE_ENV: 'production', ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
    detached: true,
  })
  let text = ''
  for (const stream of [child.stdout!, child.stderr!])
    stream.on('data', (chunk) => {
      // Of a long run the last words are enough.
      text = (text + chunk).slice(-200_000)
    })
  const ended = new Promise<number | null>((resolve) => child.once('close', (code) => resolve(code)))
  return { child, output: () => text, ended }
}

const isReady = /^Sampan is ready at/m

/** Process groups that must not outlive this one, should it be interrupted before its tests clean up. */
const groups = new Set<number>()
process.once('exit', () => {
  for (const pid of groups) signal(-pid, 'SIGKILL')
})

/** Removed at the end of the test that made it, also of one that failed, with every process that is left. */
export async function install(env: Record<string, string> = {}): Promise<Installation> {
  const dataDir = mkdtempSync(join(tmpdir(), 'sampan-faults-'))
  const port = await lastingPort()
  const settings = {
    PORT: String(port),
    HOST: '127.0.0.1',
    DATA_DIR: dataDir,
    LOW_WATER_BYTES: '0',
    DISK_OVERBOOKING: '0',
    LOG_LEVEL: 'warn',
    ...env,
  }
  let isWrapped = false
  const postmaster = () => {
    try {
      const pid = Number(readFileSync(join(here.seenDir(), 'db/pg/postmaster.pid'), 'utf8').split('\n')[0])
      return pidInUse(pid) ? pid : undefined
    } catch {
      return undefined
    }
  }
  const here: Installation = {
    dataDir,
    settings,
    seenDir: () => (isWrapped ? `/proc/${here.life?.child.pid}/root${dataDir}` : dataDir),
    port,
    url: `http://127.0.0.1:${port}`,
    life: undefined,
    postmaster,
    workers: () => (here.life?.child.pid ? workersOf(here.life.child.pid) : []),
    start: async ({ env: more = {}, wrap }: Start = {}) => {
      isWrapped = wrap !== undefined
      const life = launch((wrap ?? ((command) => command))([process.execPath, mainFile]), { ...settings, ...more })
      here.life = life
      const { pid } = life.child
      if (pid) groups.add(pid)
      void life.ended.then(() => groups.delete(pid ?? 0))
      const ready = new Promise<void>((resolve) => life.child.stdout!.on('data', () => isReady.test(life.output()) && resolve()))
      await Promise.race([ready, life.ended.then(() => Promise.reject(new Error(`The server ended:\n${life.output()}`)))])
      return life
    },
    kill: async (victim) => {
      const { child, ended } = here.life!
      if (victim === 'postmaster') return void signal(postmaster(), 'SIGKILL')
      if (victim === 'worker') return void signal(here.workers()[0], 'SIGKILL')
      signal(victim === 'group' ? -child.pid! : child.pid!, 'SIGKILL')
      await ended
      await until(() => isFree(port))
    },
    stop: async () => {
      here.life?.child.kill('SIGTERM')
      await here.life?.ended
    },
    remove: async () => {
      const pid = here.life?.child.pid
      const database = postmaster()
      if (pid) signal(-pid, 'SIGKILL')
      await here.life?.ended
      // A killed server leaves its database running for the next one; a test has no next one.
      for (let left = postmaster() ?? database; left && pidInUse(left); left = postmaster() ?? left) {
        signal(left, 'SIGQUIT')
        await settle(20)
      }
      for (const folder of [dataDir, keptName(dataDir)]) rmSync(folder, { recursive: true, force: true })
    },
  }
  return here
}

/** The same for one test, which need not think of the end. */
export async function installForTest(env: Record<string, string> = {}): Promise<Installation> {
  const here = await install(env)
  onTestFinished(() => here.remove())
  return here
}
