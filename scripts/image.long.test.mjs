/** The Dockerfile by its own steps, in a copy of what goes into the image. The hosted checks build and start the image itself. */
import { execFile, execFileSync, spawn } from 'node:child_process'
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync } from 'node:fs'
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

test('the steps of the Dockerfile make a server that its health check finds well, and that ends at SIGTERM', async () => {
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

  const [program, ...args] = JSON.parse(last('CMD'))
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
