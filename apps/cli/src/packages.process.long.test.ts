/** What `scripts/pack.mjs` makes, installed into an empty project as anybody would, and run against a built server. */
import { execFile, execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { write } from './testing/client.ts'
import { buildAll, makeServer, root, type ServerProcess, signUp } from './testing/server.ts'

vi.setConfig({ testTimeout: 300_000 })
let base: string
let server: ServerProcess
let token: string
/** Beside the server, so that it answers meanwhile. */
const run = promisify(execFile)

beforeAll(async () => {
  buildAll()
  base = mkdtempSync(join(tmpdir(), 'sampan-packages-'))
  execFileSync(process.execPath, [join(root, 'scripts/pack.mjs'), '--into', base], { encoding: 'utf8' })
  server = await makeServer()
  await server.start()
  const account = await signUp(server, 'anna@example.com')
  token = (await account.call('POST', '/api/tokens', { name: 'packages', scopes: ['send', 'read'] })).secret
}, 300_000)
afterAll(async () => {
  await server?.remove()
  rmSync(base, { recursive: true, force: true })
})

/** An empty project that has the package, and nothing of this checkout. */
function projectWith(tarball: string, ...more: string[]): string {
  const folder = join(base, tarball)
  mkdirSync(folder)
  writeFileSync(join(folder, 'package.json'), '{ "type": "module", "private": true }')
  const words = ['i', '--silent', '--no-audit', '--no-fund', join(base, `sampan-${tarball}-0.1.0.tgz`), ...more]
  execFileSync('npm', words, { cwd: folder })
  return folder
}

test('O7 the packed command line is one program without dependencies, which sends and fetches', async () => {
  const cwd = projectWith('cli')
  const lock = JSON.parse(readFileSync(join(cwd, 'package-lock.json'), 'utf8'))
  expect(Object.keys(lock.packages)).toEqual(['', 'node_modules/@sampan/cli'])
  const env = { PATH: process.env.PATH, HOME: cwd, LANG: 'en_US.UTF-8', SAMPAN_SERVER: server.url, SAMPAN_TOKEN: token }
  const sampan = (...words: string[]) => run('npx', ['--no-install', 'sampan', ...words], { cwd, env })
  expect((await sampan('--help')).stdout).toContain('sampan COMMAND [OPTIONS]')
  expect((await sampan('--version')).stdout).toBe('0.1.0\n')
  write(join(cwd, 'report.pdf'), 3_000_000)
  const link = (await sampan('send', 'report.pdf', '--link')).stdout.trim()
  await sampan('receive', link, '--into', 'got')
  expect(readFileSync(join(cwd, 'got/report.pdf')).equals(readFileSync(join(cwd, 'report.pdf')))).toBe(true)
  // By the tarball itself, without an installation.
  const { stdout } = await run('npx', ['--yes', `../sampan-cli-0.1.0.tgz`, 'list', '--json'], { cwd, env })
  expect(JSON.parse(stdout.split('\n')[0]!)).toMatchObject({ event: 'transfer', fileName: 'report.pdf' })
})

const program = `
import { openAsBlob } from 'node:fs'
import { createApi, Problem, sendFiles, tokenSession } from '@sampan/client'
import { getQs } from '@sampan/client/routes/dashboard'
import { nodeTools } from '@sampan/client/upload/node'

const [, , server = '', token = '', file = ''] = process.argv
const blob = await openAsBlob(file)
const { link } = await sendFiles({ server, token, title: 'By a program', files: [{ path: 'report.pdf', size: blob.size, blob }], ...nodeTools() })
const api = createApi({ baseUrl: server, session: tokenSession(token) })
const { allDocs } = await api.call(getQs, { query: { search: 'By a program' } })
const title: string | undefined = allDocs[0]?.title
// @ts-expect-error There is no such filter.
const refused: unknown = await api.call(getQs, { query: { filter: 'none' } }).catch((error: unknown) => error)
console.log(JSON.stringify({ link, title, refused: refused instanceof Problem && refused.code }))
`

test('O9 the packed client is type-checked in an empty project, sends a file, and refuses by code', async () => {
  const { devDependencies } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))
  const cwd = projectWith('client', `typescript@${devDependencies.typescript}`, `@types/node@${devDependencies['@types/node']}`)
  writeFileSync(join(cwd, 'send.ts'), program)
  const compilerOptions = { target: 'ES2022', module: 'nodenext', strict: true, types: ['node'] }
  writeFileSync(join(cwd, 'tsconfig.json'), JSON.stringify({ compilerOptions, files: ['send.ts'] }))
  await run('npx', ['--no-install', 'tsc', '-p', '.'], { cwd })
  write(join(cwd, 'report.pdf'), 3_000_000)
  const { stdout } = await run(process.execPath, ['send.js', server.url, token, 'report.pdf'], { cwd })
  const told = JSON.parse(stdout)
  expect(told).toMatchObject({ title: 'By a program', refused: 'invalidInput', link: expect.stringMatching(/\/w\/\w{7}$/) })
  const view = await fetch(`${server.url}/api/transfers/${told.link.split('/').at(-1)}`)
  expect(await view.json()).toMatchObject({ state: 'open', totalBytes: 3_000_000 })
  // The example of its README is a program too.
  const [example] = /```js\n([\s\S]*?)```/
    .exec(readFileSync(join(cwd, 'node_modules/@sampan/client/README.md'), 'utf8'))!
    .slice(1)
  writeFileSync(join(cwd, 'example.js'), example!.replace('https://files.example.com', server.url))
  const sent = await run(process.execPath, ['example.js'], { cwd, env: { ...process.env, SAMPAN_TOKEN: token } })
  expect(sent.stdout).toMatch(/\/w\/\w{7}\n$/)
})
