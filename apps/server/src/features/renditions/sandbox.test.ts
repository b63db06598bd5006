/** What somebody could do who has taken over a decoder: a program in each sandbox tries it, and says what came of it. */
import { type ChildProcess, spawn } from 'node:child_process'
import { chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer, type Server } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { build } from 'esbuild'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { ownSandboxes, type Sandbox, sandboxes } from './sandbox.ts'
import { startIn } from './sandboxed-process.ts'

const folder = mkdtempSync(path.join(tmpdir(), 'sampan-sandbox-'))
const place = { key: path.join(folder, 'keys/master-1.key'), written: path.join(folder, 'program/written'), port: 0, pid: 0 }
let listener: Server
let connections = 0
/** Stands for the server, or a neighbour with secrets in its environment. */
let other: ChildProcess

beforeAll(async () => {
  for (const name of ['keys', 'program']) mkdirSync(path.join(folder, name))
  chmodSync(folder, 0o755)
  writeFileSync(place.key, 'secret', { mode: 0o600 })
  other = spawn(process.execPath, ['-e', 'setInterval(() => {}, 1e6)'], { env: { SECRET: 'x' }, stdio: 'ignore' })
  place.pid = other.pid!
  listener = createServer((socket) => {
    connections++
    socket.end()
  })
  await new Promise<void>((resolve) => listener.listen(0, '127.0.0.1', resolve))
  place.port = (listener.address() as { port: number }).port
})
afterAll(() => {
  other.kill('SIGKILL')
  listener.close()
  rmSync(folder, { recursive: true })
})

/** Each answers with what it got, or throws. They are written into the program. */
const attempts = {
  'read the master key': 'return fs.readFileSync(place.key)',
  'read the environment of another process': "return fs.readFileSync('/proc/' + place.pid + '/environ')",
  'signal another process': 'return process.kill(place.pid, 0)',
  'start a shell': "return childProcess.execFileSync('/bin/sh', ['-c', 'id'])",
  'connect to this machine':
    "return new Promise((resolve, reject) => net.connect(place.port, '127.0.0.1', resolve).on('error', reject))",
  'send a packet':
    "return new Promise((resolve, reject) => dgram.createSocket('udp4').send('x', place.port, '127.0.0.1', (error) => error ? reject(error) : resolve()))",
  'write beside its program': "return fs.writeFileSync(place.written, 'x')",
  'read the key in a thread':
    "return new Promise((resolve, reject) => new threads.Worker('require(`fs`).readFileSync(require(`worker_threads`).workerData)', { eval: true, workerData: place.key }).on('error', reject).on('exit', resolve))",
} as const
type Attempt = keyof typeof attempts

async function probeOf(name: string, first: string): Promise<string> {
  const outfile = path.join(folder, 'program', `${name}.mjs`)
  const tries = Object.entries(attempts).map(([attempt, body]) => `${JSON.stringify(attempt)}: async (place) => { ${body} }`)
  const contents = `
    import fs from 'node:fs'; import net from 'node:net'; import dgram from 'node:dgram'
    import childProcess from 'node:child_process'; import threads from 'node:worker_threads'
    import { frameOf, readFrames } from './frames.ts'
    import { giveUpTheRest } from './give-up-the-rest.ts'
    const say = (head) => { for (const piece of frameOf(head)) fs.writeSync(3, piece) }
    const tries = { ${tries.join(',\n')} }
    ${first}
    say({ isReady: true })
    for await (const { head } of readFrames(process.stdin, { headBytes: 1e6, bodyBytes: 1e6 })) {
      const got = []
      for (const [name, attempt] of Object.entries(tries)) await attempt(head).then(() => got.push(name), () => {})
      say({ got })
    }`
  const stdin = { contents, resolveDir: import.meta.dirname, loader: 'ts' } as const
  await build({ stdin, outfile, bundle: true, format: 'esm', platform: 'node', logLevel: 'error' })
  return outfile
}

/** What the probe got; null where this machine does not offer the sandbox. */
async function gotIn(sandbox: Sandbox, program: string, nodeArgs?: string[]): Promise<Attempt[] | null> {
  const child = await startIn(sandbox, program, nodeArgs).catch(() => null)
  if (!child) return null
  const answer = await child.ask(place, Buffer.alloc(0))
  child.end()
  return (answer!.head as { got: Attempt[] }).got
}

/** Root tries those of an ordinary user too. */
const here = process.getuid?.() === 0 ? [...sandboxes.root, ...sandboxes.ordinary] : ownSandboxes()
const nameOf = ({ layers }: Sandbox) => [...layers, 'Node’s permissions'].join(', ')

test('R36 whoever takes over a decoder reads no key, no environment, starts nothing, connects nowhere', async () => {
  const probe = await probeOf('probe', 'giveUpTheRest()')
  const found = await Promise.all(here.map(async (sandbox) => [nameOf(sandbox), await gotIn(sandbox, probe)] as const))
  for (const [name, got] of found) if (!got) process.stderr.write(`This machine does not offer: ${name}\n`)
  const offered = found.filter(([, got]) => got)
  expect(offered).toEqual(offered.map(([name]) => [name, []]))
  expect(offered).not.toEqual([])
  expect(connections).toBe(0)
})

test('R36 a decoder of machine code, which Node does not hold, is held by the system where it has a layer of its own', async () => {
  const probe = await probeOf('bare', '')
  const without = async (sandbox: Sandbox) => [nameOf(sandbox), await gotIn(sandbox, probe, [])] as const
  const found = await Promise.all(here.filter(({ layers }) => layers.length > 0).map(without))
  const userAlone: Attempt[] = ['start a shell', 'connect to this machine', 'send a packet']
  for (const [name, got] of found) if (got) expect([name, got]).toEqual([name, /no folder/.test(name) ? [] : userAlone])
})

test('R36 the attempts are real: without a sandbox each of them gets what it wants', async () => {
  const probe = await probeOf('open', '')
  const none: Sandbox = { layers: [], commandOf: (program) => ({ file: process.execPath, args: [program], ids: {} }) }
  expect(await gotIn(none, probe)).toEqual(Object.keys(attempts))
})
