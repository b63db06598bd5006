/** Adding a language is adding one folder (I1): shown with one that nobody speaks, in a copy of the checkout. */
import { spawn, spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { cpSync, existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, realpathSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { addMadeUpLanguage } from './languages/made-up.mjs'
import { freePort } from './processes/processes.mjs'
import { root } from './steps.mjs'

const notSource = ['node_modules', 'dist', 'build', '.cache', '.react-router', 'data', 'data-dev']
const isSource = (file) => !notSource.includes(path.basename(file))

/** Its own packages are those of the copy, all others those that are installed here. */
function linkPackages(folder) {
  const ours = path.join(folder, 'node_modules/@sampan')
  mkdirSync(ours, { recursive: true })
  for (const kind of ['apps', 'packages'])
    for (const name of readdirSync(path.join(folder, kind))) symlinkSync(path.join(folder, kind, name), path.join(ours, name))
  const installed = readdirSync(path.join(root, 'node_modules')).filter((name) => name !== '@sampan' && name !== '.cache')
  for (const name of installed) {
    const [from, to] = [path.join(root, 'node_modules', name), path.join(folder, 'node_modules', name)]
    if (name.endsWith('.json')) cpSync(from, to)
    else if (!name.startsWith('.vite')) symlinkSync(from, to)
  }
  for (const name of ['apps/web', 'apps/server'])
    if (existsSync(path.join(root, name, 'node_modules')))
      symlinkSync(path.join(root, name, 'node_modules'), path.join(folder, name, 'node_modules'))
}

function copyOfCheckout() {
  const folder = realpathSync(mkdtempSync(path.join(tmpdir(), 'sampan-languages-')))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  for (const name of ['apps', 'packages', 'scripts', 'package.json', 'package-lock.json', 'tsconfig.json', 'vitest.config.ts'])
    cpSync(path.join(root, name), path.join(folder, name), { recursive: true, filter: isSource })
  linkPackages(folder)
  return folder
}

const filesOf = (folder) =>
  readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const full = path.join(folder, entry.name)
    if (!isSource(full)) return []
    return entry.isDirectory() ? filesOf(full) : [full]
  })
const hashesOf = (folder) =>
  Object.fromEntries(
    ['apps', 'packages', 'scripts']
      .flatMap((name) => filesOf(path.join(folder, name)))
      .map((file) => [path.relative(folder, file), createHash('sha256').update(readFileSync(file)).digest('hex')]),
  )

function run(folder, ...args) {
  const { status, stdout, stderr } = spawnSync(process.execPath, args, { cwd: folder, encoding: 'utf8' })
  expect(status, `${args.join(' ')}\n${stdout}${stderr}`).toBe(0)
}

async function startServer(folder) {
  const port = await freePort()
  const env = { PATH: process.env.PATH, HOME: process.env.HOME, HOST: '127.0.0.1', PORT: String(port), WORKERS: '1' }
  const given = { DATA_DIR: path.join(folder, 'data'), LOW_WATER_BYTES: '0', DISK_OVERBOOKING: '0' }
  const server = spawn(process.execPath, ['scripts/start.mjs'], { cwd: folder, env: { ...env, ...given }, stdio: 'pipe' })
  const ended = new Promise((resolve) => server.on('exit', resolve))
  onTestFinished(async () => {
    server.kill('SIGTERM')
    await ended
  })
  let reported = ''
  for (const stream of [server.stdout, server.stderr]) stream.on('data', (part) => (reported += part))
  await expect.poll(() => reported, { timeout: 120_000 }).toMatch(/is ready at/)
  const page = { accept: 'text/html' }
  return async (address, headers = page) => {
    const reply = await fetch(`http://127.0.0.1:${port}${address}`, { headers, redirect: 'manual' })
    return { status: reply.status, location: reply.headers.get('location'), body: await reply.text() }
  }
}

test('I1 a folder is all that a new language needs', async () => {
  const folder = copyOfCheckout()
  const before = hashesOf(folder)
  addMadeUpLanguage(folder, 'xx', 'eo')
  run(folder, 'scripts/build.mjs')

  const after = hashesOf(folder)
  const changed = Object.keys({ ...before, ...after }).filter((file) => before[file] !== after[file])
  const isWritten = (file) => file === 'packages/contract/src/languages.ts' || file.startsWith('packages/texts/src/registry/')
  expect(changed.filter((file) => !file.startsWith('packages/texts/src/languages/xx/') && !isWritten(file))).toEqual([])
  expect(changed).toContain('packages/texts/src/registry/app/xx.ts')
  run(folder, 'scripts/languages.mjs', '--check')
  run(folder, 'node_modules/typescript-7/bin/tsc', '--noEmit')

  const ask = await startServer(folder)
  const home = await ask('/xx/')
  expect([home.status, /<html lang="([^"]*)"/.exec(home.body)?.[1]]).toEqual([200, 'eo'])
  expect(home.body).toMatch(/<title>⟦[^<]+⟧<\/title>/)
  expect(home.body).toContain('⟦No ads⟧')
  // The other languages are named in themselves, and lead to the same page.
  expect(home.body).toMatch(/<a [^>]*href="\/"[^>]*>.*?English<\/a>.*<a [^>]*href="\/zh\/"[^>]*>.*?中文<\/a>/s)
  expect((await ask('/zh/')).body).toMatch(/<a [^>]*href="\/xx\/"[^>]*>.*?⟦Made-up⟧<\/a>/s)

  const inIt = { 'accept-language': 'fr, xx;q=0.8, en;q=0.3' }
  expect(await ask('/', { ...inIt, accept: 'text/html' })).toMatchObject({ status: 302, location: '/xx/' })
  const nothing = async (headers) => JSON.parse((await ask('/api/nothing', headers)).body).error.message
  expect([await nothing(inIt), await nothing({ cookie: 'sampan_lang=xx' })]).toEqual(Array(2).fill(await nothing(inIt)))
  expect(await nothing(inIt)).toMatch(/^⟦.+⟧$/)

  const pricing = await ask('/xx/pricing')
  expect([pricing.status, pricing.body.includes('hrefLang="eo"')]).toEqual([200, true])
  expect((await ask('/sitemap.xml')).body).toContain('/xx/pricing</loc>')
  expect(JSON.stringify(JSON.parse((await ask('/openapi.json')).body))).toContain('["en","xx","zh"]')
  const unknown = await ask('/yy/')
  expect([unknown.status, unknown.body.includes('lang="en"')]).toEqual([404, true])
  expect((await ask('/xx/nothing')).body).toContain('lang="eo"')
})
