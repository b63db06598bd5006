/** Creates the data folder of the database, so that being killed at any moment leaves either all of it or nothing. */
import { spawn } from 'node:child_process'
import {
  chmodSync,
  closeSync,
  existsSync,
  fsyncSync,
  mkdirSync,
  openSync,
  readdirSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import path from 'node:path'
import { cleanEnv, giveTo } from './account.ts'
import { pidInUse } from './processes.ts'
import { type Site, USER } from './site.ts'

const DRAFT = /^pg\.init-(\d+)$/

/** A draft belongs to the server whose pid it carries; with that server gone, or this pid our own, it is a leftover. */
function removeLeftovers(dir: string): void {
  for (const name of readdirSync(dir)) {
    const pid = Number(DRAFT.exec(name)?.[1])
    if (!pid || (pid !== process.pid && pidInUse(pid))) continue
    try {
      rmSync(path.join(dir, name), { recursive: true, force: true, maxRetries: 5 })
    } catch {
      // The initdb of a killed server may still be writing; the next start removes the rest.
    }
  }
}

function runInitdb(site: Site, folder: string, passwordFile: string): Promise<void> {
  // The builtin locale sorts the same on every machine and after every upgrade of its C library.
  const locale = ['--locale=C', '--locale-provider=builtin', '--builtin-locale=C.UTF-8']
  const options = ['-D', folder, '-U', USER, `--pwfile=${passwordFile}`, '--auth=scram-sha-256', '-E', 'UTF8', ...locale]
  const [program = '', ...args] = [...site.account.prefix, site.binaries.initdb, ...options, '--data-checksums']
  const child = spawn(program, args, { ...site.account.ids, cwd: '/', env: cleanEnv, stdio: ['ignore', 'ignore', 'pipe'] })
  let complaint = ''
  child.stderr.on('data', (text) => {
    complaint += text
  })
  return new Promise((resolve, reject) => {
    child.on('error', (cause) =>
      reject(new Error(`The built-in database does not run on this system: ${cause.message}`, { cause })),
    )
    child.on('close', (code) =>
      code === 0 ? resolve() : reject(new Error(`The database could not be created: ${complaint.trim()}`)),
    )
  })
}

function syncFolder(folder: string): void {
  const handle = openSync(folder, 'r')
  fsyncSync(handle)
  closeSync(handle)
}

/** Puts the finished draft in place, unless another server that started at the same moment was faster. */
function moveIntoPlace(site: Site, draft: string): void {
  try {
    renameSync(draft, site.cluster.folder)
    syncFolder(site.dir)
  } catch (error) {
    if (!existsSync(path.join(site.cluster.folder, 'PG_VERSION'))) throw error
  }
}

export async function initialize(site: Site): Promise<void> {
  removeLeftovers(site.dir)
  if (existsSync(path.join(site.cluster.folder, 'PG_VERSION'))) return
  const draft = path.join(site.dir, `pg.init-${process.pid}`)
  const data = path.join(draft, 'pg')
  const passwordFile = path.join(draft, 'password')
  mkdirSync(data, { recursive: true })
  chmodSync(data, 0o700)
  writeFileSync(passwordFile, site.password, { mode: 0o600 })
  giveTo(site.account, draft)
  await runInitdb(site, data, passwordFile)
  moveIntoPlace(site, data)
  removeLeftovers(site.dir)
}
