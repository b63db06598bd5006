/** The Dockerfile by its own steps, in a copy of what goes into the image. The hosted checks build and start the image itself. */
import { execFile, execFileSync, spawn } from 'node:child_process'
import { chmodSync, chownSync, cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { promisify } from 'node:util'
import { expect, onTestFinished, test } from 'vitest'
import { freePort } from './processes/processes.mjs'
import { root } from './steps.mjs'

const text = readFileSync(path.join(root, 'Dockerfile'), 'utf8').replace(/\\\n/g, ' ')
const instructions = [...text.matchAll(/^([A-Z]+)\s+(.*)$/gm)].map(([, name, rest]) => ({ name, rest }))
const last = (name) => instructions.filter((one) => one.name === name).at(-1).rest
const settings = Object.fromEntries(
  instructions.filter(({ name }) => name === 'ENV').flatMap(({ rest }) => rest.split(' ').map((pair) => pair.split('='))),
)
const ignored = readFileSync(path.join(root, '.dockerignore'), 'utf8').split('\n').filter(Boolean)

/** By the patterns that .dockerignore has: a path from the root, or `**\/name` for a name anywhere. */
const isIgnored = (file) =>
  ignored.some((pattern) =>
    pattern.startsWith('**/') ? file.split('/').includes(pattern.slice(3)) : file === pattern || file.startsWith(`${pattern}/`),
  )

function copyAsBuilt() {
  const folder = realpathSync(mkdtempSync(path.join(tmpdir(), 'sampan-image-')))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  const app = path.join(folder, 'app')
  cpSync(root, app, { recursive: true, filter: (file) => !isIgnored(path.relative(root, file)) })
  for (const name of ['data', 'keys']) mkdirSync(path.join(folder, name), { mode: 0o700 })
  return { folder, app }
}

const isRoot = process.getuid() === 0
const nobody = 65_534

/** As compose starts it, where this test may: an ordinary account without capabilities, and an image that cannot be written. */
function held(folder, app, command) {
  if (!isRoot) return command
  chmodSync(folder, 0o755)
  for (const name of ['data', 'keys']) chownSync(path.join(folder, name), nobody, nobody)
  const readOnly = 'mount --bind "$0" "$0" && mount -o remount,bind,ro "$0" && exec "$@"'
  const account = [
    `--reuid=${nobody}`,
    `--regid=${nobody}`,
    '--clear-groups',
    '--no-new-privs',
    '--bounding-set=-all',
    '--inh-caps=-all',
  ]
  return ['unshare', '--mount', 'sh', '-c', readOnly, app, 'setpriv', ...account, '--', ...command]
}

test('O1 the steps of the Dockerfile make a server that starts for an ordinary account on a read-only system, that its health check finds well, and that ends at SIGTERM', async () => {
  const { folder, app } = copyAsBuilt()
  const env = {
    ...settings,
    PATH: process.env.PATH,
    HOME: process.env.HOME,
    HOST: '127.0.0.1',
    PORT: String(await freePort()),
    DATA_DIR: path.join(folder, 'data'),
    KEYS_DIR: path.join(folder, 'keys'),
    LOW_WATER_BYTES: '0',
  }
  const isOurs = ({ name, rest }) => name === 'RUN' && rest.includes('npm ci')
  const steps = instructions.filter(isOurs).map(({ rest }) => rest.replace(/ && npm cache clean --force/, ''))
  expect(steps).toHaveLength(1)
  execFileSync('sh', ['-c', steps[0]], { cwd: app, env, stdio: 'pipe' })
  expect(existsSync(path.join(app, 'node_modules/vitest'))).toBe(false)

  const [program, ...args] = held(folder, app, JSON.parse(last('CMD')))
  const server = spawn(program, args, { cwd: app, env, stdio: 'pipe' })
  onTestFinished(() => void server.kill('SIGKILL'))
  let reported = ''
  for (const stream of [server.stdout, server.stderr]) stream.on('data', (part) => (reported += part))
  await expect.poll(() => reported, { timeout: 120_000 }).toMatch(/is ready at/)

  const [check, ...checkArgs] = JSON.parse(last('HEALTHCHECK').replace(/^.*? CMD /, ''))
  await promisify(execFile)(check, checkArgs, { env })
  server.kill('SIGTERM')
  expect(await new Promise((resolve) => server.on('exit', resolve))).toBe(0)
  await expect(promisify(execFile)(check, checkArgs, { env })).rejects.toMatchObject({ code: 1 })
})
