/** Under which account the database runs: Postgres refuses to run as root. */
import { execFileSync } from 'node:child_process'
import { chmodSync, chownSync, lstatSync, readdirSync, statSync } from 'node:fs'
import path from 'node:path'

type Ids = { uid: number; gid: number }

/** `ids` for spawn, `prefix` to put before a command line, `owner` of the files; all empty for an ordinary user. */
export type Account = { ids: Partial<Ids>; prefix: string[]; owner: Ids | undefined }

/** No secret of the server's own environment is handed to the database. */
export const cleanEnv = { PATH: '/usr/local/bin:/usr/bin:/bin:/usr/sbin:/sbin', LC_ALL: 'C', TZ: 'UTC' }

function succeeds(command: string[], ids: Partial<Ids> = {}): boolean {
  const [program = '', ...args] = command
  try {
    execFileSync(program, args, { ...ids, cwd: '/', env: cleanEnv, stdio: 'ignore' })
    return true
  } catch {
    return false
  }
}

function lookUp(name: string): Ids[] {
  const ask = (flag: string) =>
    Number(execFileSync('id', [flag, name], { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }))
  try {
    return [{ uid: ask('-u'), gid: ask('-g') }]
  } catch {
    return []
  }
}

/** The dedicated accounts first; the installation's own owner helps where root starts it inside a user's closed home. */
function candidates(program: string): Ids[] {
  const { uid, gid } = statSync(program)
  return [...lookUp('postgres'), ...lookUp('nobody'), ...(uid === 0 ? [] : [{ uid, gid }])]
}

/** Lets other accounts pass through, not look into, the data folder and the database folder in it. */
function openForPassage(dir: string): void {
  for (const folder of [path.dirname(dir), dir]) chmodSync(folder, statSync(folder).mode | 0o011)
}

function inUserNamespace({ uid, gid }: Ids): Account {
  const prefix = ['unshare', '--user', `--map-user=${uid}`, `--map-group=${gid}`]
  return { ids: {}, prefix, owner: { uid: 0, gid: 0 } }
}

function chooseForRoot(program: string, dir: string): Account {
  const able = candidates(program).filter((ids) => succeeds([program, '--version'], ids))
  if (able.length > 0 && !able.some((ids) => succeeds(['test', '-x', dir], ids))) openForPassage(dir)
  const ids = able.find((one) => succeeds(['test', '-x', dir], one))
  if (ids) return { ids, prefix: [], owner: ids }
  // Under a folder closed to everyone but root: there, root is mapped to another number but keeps its way to the files.
  const account = candidates(program)
    .map(inUserNamespace)
    .find(({ prefix }) => succeeds([...prefix, program, '--version']))
  if (account) return account
  throw new Error(
    `The built-in database cannot run as root, and no other account reaches ${dir} and ${program}. ` +
      'Start Sampan as an ordinary user, move it out of closed folders, or set DATABASE_URL.',
  )
}

export function chooseAccount(program: string, dir: string): Account {
  if (process.getuid?.() === 0) return chooseForRoot(program, dir)
  return { ids: {}, prefix: [], owner: undefined }
}

/** Gives a folder and all in it to the account; the folder itself last, so that an interrupted change is done again. */
export function giveTo(account: Account, folder: string): void {
  const { owner } = account
  if (!owner || lstatSync(folder).uid === owner.uid) return
  for (const entry of readdirSync(folder, { withFileTypes: true, recursive: true })) {
    chownSync(path.join(entry.parentPath, entry.name), owner.uid, owner.gid)
  }
  chownSync(folder, owner.uid, owner.gid)
}
