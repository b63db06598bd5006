/**
 * How a process that decodes strangers' files is kept from everything else: by the system where it offers that, and by Node. Each sandbox
 * is a way to start it; which of them a machine allows shows when it is tried.
 */
import { existsSync } from 'node:fs'
import path from 'node:path'
import { tellsChildren } from './process-memory.ts'
import { scriptOf } from './sandbox-root.ts'

type Command = { file: string; args: string[]; ids: { uid?: number; gid?: number } }
export type Sandbox = {
  /** What keeps it, as the log tells it. */
  layers: readonly string[]
  /** The system holds it also where Node is taken over. */
  commandOf: (program: string, nodeArgs: readonly string[]) => Command
}

const heapMb = 512
/** Numbers that no system gives to anybody; each process has another, so that none reaches a second one. */
const users = { first: 65_000, count: 500 }
let nextUser = process.pid

function newUser(): number {
  nextUser++
  return users.first + (nextUser % users.count)
}

const ldd = '/usr/bin/ldd'
/** Node and what it is made of, as far as they are there. */
const systemPaths = [
  '/lib',
  '/lib64',
  '/usr/lib',
  '/usr/lib64',
  '/usr/local/lib',
  '/nix/store',
  '/etc/ld.so.cache',
  '/dev/null',
  '/dev/urandom',
  ldd,
]

/** The program, what says how Node reads it, and its packages. */
function programPaths(program: string): string[] {
  const folders = [path.dirname(program)]
  while (path.dirname(folders[0]!) !== folders[0]) folders.unshift(path.dirname(folders[0]!))
  const packages = folders.map((folder) => path.join(folder, 'node_modules')).filter(existsSync)
  const manifest = folders.map((folder) => path.join(folder, 'package.json')).findLast(existsSync)
  return [program, ...(manifest ? [manifest] : []), ...packages]
}

const namespaces = ['--mount', '--net', '--pid', '--ipc', '--uts', '--fork', '--kill-child']
const isolated = 'no folder but its program, no network and no other process in sight'

/** A system of its own with nothing in it but the program: `unshare` of util-linux, where the kernel and the container let us. */
const ownRoot = (layer: string | null, enter: readonly string[], user: () => readonly string[]): Sandbox => ({
  layers: [...(layer ? [layer] : []), isolated],
  commandOf: (program, nodeArgs) => {
    // Its memory would go unseen.
    if (!tellsChildren()) throw new Error('this system does not tell the children of a process')
    const paths = [...systemPaths.filter(existsSync), process.execPath, ...programPaths(program)]
    const dropped = ['--no-new-privs', '--bounding-set=-all', '--inh-caps=-all', '--pdeathsig=KILL', ...user()]
    const script = ['/bin/sh', '-c', scriptOf(paths), 'sh', ...dropped, '--', process.execPath, ...nodeArgs, program]
    return { file: 'setpriv', args: ['--pdeathsig=KILL', 'unshare', ...enter, ...namespaces, ...script], ids: {} }
  },
})

const ownUser = 'a user of its own'
const bare = (program: string, nodeArgs: readonly string[], ids: Command['ids']): Command => ({
  file: process.execPath,
  args: [...nodeArgs, program],
  ids,
})

const asRoot: readonly Sandbox[] = [
  ownRoot(ownUser, [], () => {
    const id = newUser()
    return [`--reuid=${id}`, `--regid=${id}`, '--clear-groups']
  }),
  {
    layers: [ownUser],
    commandOf: (program, nodeArgs) => {
      const id = newUser()
      return bare(program, nodeArgs, { uid: id, gid: id })
    },
  },
]

const asOrdinaryUser: readonly Sandbox[] = [
  ownRoot(null, ['--user', '--map-root-user'], () => []),
  { layers: [], commandOf: (program, nodeArgs) => bare(program, nodeArgs, {}) },
]

/** The strongest first. Root has nothing weaker than another user: Node alone would hold it. */
export const sandboxes: { root: readonly Sandbox[]; ordinary: readonly Sandbox[] } = { root: asRoot, ordinary: asOrdinaryUser }

export const ownSandboxes = (): readonly Sandbox[] => (process.getuid?.() === 0 ? sandboxes.root : sandboxes.ordinary)

const knows = (flag: string): boolean => process.allowedNodeEnvironmentFlags.has(flag)

/**
 * How Node runs it: with its permissions, so that it reads its program and packages, writes nothing and starts nothing. From version 25 on
 * they hold the network too; before that the program gives it up itself. Throws where this Node has none.
 */
export function argsOf(program: string): string[] {
  const flag = ['--permission', '--experimental-permission'].find(knows)
  if (!flag) throw new Error('this version of Node has no permissions')
  // By ldd it is told which C library there is, and so which decoders are meant for it.
  const readable = [...programPaths(program), ldd].map((name) => `--allow-fs-read=${name}`)
  const addons = knows('--allow-addons') ? ['--allow-addons'] : []
  return [
    flag,
    ...addons,
    ...readable,
    `--max-old-space-size=${heapMb}`,
    '--disallow-code-generation-from-strings',
    '--no-warnings',
  ]
}
