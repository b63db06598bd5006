/** `npm run dev` in a copy of the checkout, whose sources are changed while it runs. */
import { spawn } from 'node:child_process'
import { cpSync, mkdtempSync, readFileSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { postmasterOf } from './processes/processes.mjs'
import { root } from './steps.mjs'

const isSource = (file) => !/\/(?:node_modules|dist|build|\.cache|\.react-router|data|data-dev)$/.test(file)

function copyOfCheckout() {
  const folder = realpathSync(mkdtempSync(path.join(tmpdir(), 'sampan-dev-')))
  for (const name of ['apps', 'packages', 'scripts', 'package.json', 'package-lock.json'])
    cpSync(path.join(root, name), path.join(folder, name), { recursive: true, filter: isSource })
  for (const name of ['node_modules', 'apps/web/node_modules']) symlinkSync(path.join(root, name), path.join(folder, name))
  return folder
}

const isThere = (pid) => {
  try {
    process.kill(pid, 0)
    return true
  } catch {
    return false
  }
}
const childrenOf = (pid) => readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').split(' ').filter(Boolean).map(Number)
const allBelow = (pid) => childrenOf(pid).flatMap((child) => [child, ...allBelow(child)])
const until = (question) => expect.poll(question, { timeout: 120_000 }).toBeTruthy()

/** In a process group of its own, as a terminal makes one. */
async function startDev(folder) {
  const dataDir = path.join(folder, 'data-dev')
  const env = { PATH: process.env.PATH, HOME: process.env.HOME, PORT: '0', LOW_WATER_BYTES: '0', DISK_OVERBOOKING: '0' }
  const npm = spawn('npm', ['run', 'dev'], { cwd: folder, env, detached: true, stdio: 'pipe' })
  let output = ''
  for (const stream of [npm.stdout, npm.stderr]) stream.on('data', (text) => (output += text))
  let pids = []
  onTestFinished(() => {
    for (const pid of [npm.pid, ...pids].filter(isThere)) process.kill(pid, 'SIGKILL')
    rmSync(folder, { recursive: true, force: true })
  })
  // Its log may tell of errors: the packages of the copy are links, which the decoders of files may not follow.
  await until(() => output.includes('Log in with') || npm.exitCode !== null)
  expect(output).toContain('Log in with')
  const [, url, email, password] = /changes with its sources at (\S+)\nLog in with (\S+) and the password: (.+)/.exec(output)
  const everything = () => [...allBelow(npm.pid), postmasterOf(dataDir)]
  return {
    npm,
    url,
    email,
    password,
    everything: () => {
      pids = everything()
      return pids
    },
  }
}

function edit(folder, file, from, to) {
  const whole = path.join(folder, file)
  const text = readFileSync(whole, 'utf8')
  expect(text).toContain(from)
  writeFileSync(whole, text.replace(from, to))
}

/** Answers that a restart has cut are asked for again. */
const textAt = (url) =>
  fetch(url, { headers: { accept: '*/*' } }).then(
    (reply) => reply.text(),
    () => '',
  )

test('a changed source of the server and of a page is answered at the same address, and Ctrl-C ends all', async () => {
  const folder = copyOfCheckout()
  const dev = await startDev(folder)
  // Pages that wake no app are written as the build writes them, with what they do and look like.
  const about = await textAt(`${dev.url}/zh/about`)
  expect(about).toContain('data-page-title')
  for (const [, file] of about.matchAll(/(?:src|<link[^>]*rel="stylesheet" href)="(\/[^"]+)"/g))
    expect((await textAt(dev.url + file)).length, file).toBeGreaterThan(100)
  const reply = await fetch(`${dev.url}/combinedAuth`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email: dev.email, password: dev.password }),
  })
  expect(reply.status).toBe(200)
  expect(await textAt(`${dev.url}/login`)).toContain('/src/app/entry.client.tsx')

  edit(folder, 'apps/server/src/features/pages/search-engines.ts', "'/outbox'", "'/elsewhere'")
  await until(async () => (await textAt(`${dev.url}/robots.txt`)).includes('Disallow: /elsewhere'))

  const view = 'src/features/sign-in/log-in.tsx'
  edit(folder, `apps/web/${view}`, "'logInText')}", "'logInText')} and more")
  await until(async () => (await textAt(`${dev.url}/${view}`)).includes('and more'))

  const pids = dev.everything()
  expect(pids.length).toBeGreaterThan(3)
  process.kill(-dev.npm.pid, 'SIGINT')
  await until(() => !pids.some(isThere))
})

test('all ends when npm is killed', async () => {
  const dev = await startDev(copyOfCheckout())
  const pids = dev.everything()
  dev.npm.kill('SIGKILL')
  await until(() => !pids.some(isThere))
})
