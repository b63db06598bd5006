/** A built server as a process of its own, killed and started again, with an account made as a person makes one. */
import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { isFree, lastingPort, postmasterOf, stopDatabase } from '../../../../scripts/processes/processes.mjs'

export const root = fileURLToPath(new URL('../../../..', import.meta.url))

export const buildAll = (): void => {
  for (const part of ['server', 'client']) execFileSync(process.execPath, [join(root, 'scripts/build.mjs'), part])
}

export const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))
/** Asks until there is an answer; the test's own time-out ends it. */
export async function until<T>(ask: () => T | Promise<T>): Promise<NonNullable<T>> {
  for (;;) {
    const answer = await ask()
    if (answer) return answer
    await pause(20)
  }
}

export type ServerProcess = {
  url: string
  dataDir: string
  start(): Promise<void>
  /** SIGKILL; the database goes on, as it does for a server that crashed. */
  kill(): Promise<void>
  remove(): Promise<void>
}

export async function makeServer(env: Record<string, string> = {}): Promise<ServerProcess> {
  const dataDir = mkdtempSync(join(tmpdir(), 'sampan-cli-server-'))
  const port = await lastingPort()
  const url = `http://127.0.0.1:${port}`
  const settings = {
    PORT: String(port),
    HOST: '127.0.0.1',
    PUBLIC_URL: url,
    DATA_DIR: dataDir,
    LOW_WATER_BYTES: '0',
    DISK_OVERBOOKING: '0',
    WORKERS: '1',
  }
  let child: ChildProcess | null = null
  let ended: Promise<unknown> = Promise.resolve()
  async function kill(): Promise<void> {
    child?.kill('SIGKILL')
    await ended
    await until(() => isFree(port))
  }
  return {
    url,
    dataDir,
    async start() {
      const own = { PATH: process.env.PATH, HOME: process.env.HOME, NODE_ENV: 'production', LOG_LEVEL: 'warn' }
      const next = spawn(process.execPath, [join(root, 'apps/server/dist/main.js')], { env: { ...own, ...settings, ...env } })
      child = next
      let output = ''
      ended = new Promise((resolve) => next.once('close', resolve))
      next.stderr.on('data', (text) => (output += text))
      const ready = new Promise<void>((resolve) => {
        next.stdout.on('data', (text) => {
          output += text
          if (output.includes('Sampan is ready at')) resolve()
        })
      })
      await Promise.race([ready, ended.then(() => Promise.reject(new Error(output)))])
    },
    kill,
    async remove() {
      await kill()
      stopDatabase(dataDir)
      await until(() => postmasterOf(dataDir) === undefined)
      rmSync(dataDir, { recursive: true, force: true })
    },
  }
}

const decoded = (mail: string): string =>
  mail.replace(/=\r?\n/g, '').replace(/=([0-9A-F]{2})/g, (_, hex) => String.fromCharCode(Number.parseInt(hex, 16)))

/** The newest mail to one address alone, quoted-printable undone. */
export function mailTo({ dataDir }: ServerProcess, address: string): string | undefined {
  const outbox = join(dataDir, 'outbox')
  const mails = readdirSync(outbox)
    .filter((name) => name.endsWith('.eml'))
    .sort()
  return mails
    .map((name) => readFileSync(join(outbox, name), 'latin1'))
    .filter((mail) => mail.includes(`\nTo: ${address}`))
    .map(decoded)
    .at(-1)
}

// biome-ignore lint/suspicious/noExplicitAny: JSON of the program under test, looked at by the tests
export type TestAccount = { userId: string; accessToken: string; call(method: string, path: string, body?: object): Promise<any> }

/** Signs up with the code of the mail. */
export async function signUp(server: ServerProcess, email: string): Promise<TestAccount> {
  const jar = new Map<string, string>()
  // biome-ignore lint/suspicious/noExplicitAny: JSON of the program under test, looked at by the tests
  async function post(path: string, body: object): Promise<any> {
    const cookie = [...jar].map(([name, value]) => `${name}=${value}`).join('; ')
    const headers = { 'content-type': 'application/json', ...(cookie && { cookie }) }
    const reply = await fetch(server.url + path, { method: 'POST', headers, body: JSON.stringify(body) })
    for (const line of reply.headers.getSetCookie()) jar.set(line.split('=')[0]!, /=([^;]*)/.exec(line)?.[1] ?? '')
    if (!reply.ok) throw new Error(await reply.text())
    return reply.json()
  }
  await post('/newsignupverify', { email })
  const code = await until(() => /^\s*([0-9A-HJKMNP-TV-Z]{5})\s*$/m.exec(mailTo(server, email) ?? '')?.[1])
  await post('/newsignupverify', { email, verifyComplete: code })
  const { accessToken, user } = await post('/signup2', { email, password: 'a sampan at dusk' })
  return {
    userId: user._id,
    accessToken,
    async call(method, path, body) {
      const headers = { authorization: `Bearer ${accessToken}`, ...(body && { 'content-type': 'application/json' }) }
      const reply = await fetch(server.url + path, { method, headers, ...(body && { body: JSON.stringify(body) }) })
      return reply.json()
    },
  }
}
