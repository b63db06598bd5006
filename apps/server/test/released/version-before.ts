/** The server as it was some migrations ago, built of what git remembers. */
import { execFileSync } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('../../../..', import.meta.url))
const migrations = 'apps/server/src/db/migrations'

/** What makes the server alone: its pages are those of now. */
const build = `
import { cpSync } from 'node:fs'
const { serverBundle, serverMigrations } = await import('./scripts/build.mjs')
const esbuild = await import('esbuild')
await esbuild.build({ ...serverBundle('apps/server/dist'), write: true })
cpSync(serverMigrations, 'apps/server/dist/migrations', { recursive: true })
`

const git = (...args: string[]) => execFileSync('git', ['-C', root, ...args], { encoding: 'utf8', maxBuffer: 2 ** 30 }).trim()

/** Throws in a checkout without its history. */
export function buildBefore(lastMigrations: number): { mainFile: string; remove: () => void } {
  const name = readdirSync(join(root, migrations))
    .filter((file) => file.endsWith('.sql'))
    .sort()
    .at(-lastMigrations)!
  const added = git('log', '-1', '--format=%H', '--diff-filter=A', '--', `${migrations}/${name}`)
  if (!added) throw new Error(`The history of this checkout does not go back to ${name}.`)
  mkdirSync(join(root, '.cache'), { recursive: true })
  const folder = mkdtempSync(join(root, '.cache/before-'))
  const archive = execFileSync('git', ['-C', root, 'archive', `${added}^`], { maxBuffer: 2 ** 30 })
  execFileSync('tar', ['-x', '-C', folder], { input: archive })
  // It may need packages that nothing needs any more.
  execFileSync('npm', ['ci', '--silent', '--no-audit', '--no-fund', '--include=dev'], { cwd: folder, stdio: 'pipe' })
  cpSync(join(root, 'apps/web/build'), join(folder, 'apps/web/build'), { recursive: true })
  execFileSync(process.execPath, ['--input-type=module', '--eval', build], { cwd: folder, stdio: 'pipe' })
  return {
    mainFile: join(folder, 'apps/server/dist/main.js'),
    remove: () => rmSync(folder, { recursive: true, force: true }),
  }
}
