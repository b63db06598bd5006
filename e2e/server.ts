/** The built server as people run it, on a free port with a data folder of its own; and what the operator could see of it. */
import { spawn } from 'node:child_process'
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import type { AddressInfo } from 'node:net'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { createInterface } from 'node:readline'
import pg from 'pg'
import PostalMime, { type Email } from 'postal-mime'

const program = path.resolve(import.meta.dirname, '../apps/server/dist/main.js')

export type Server = {
  url: string
  /** Mails to an address so far, oldest first. */
  mailsTo: (address: string) => Promise<Email[]>
  /** For what no visitor can bring about in a test's time, such as the end of a month. */
  sql: (text: string, values?: unknown[]) => Promise<Record<string, unknown>[]>
  logs: string[]
  stop: () => Promise<void>
}

async function freePort(): Promise<number> {
  const probe = createServer()
  await new Promise<void>((resolve) => probe.listen(0, '127.0.0.1', resolve))
  const { port } = probe.address() as AddressInfo
  await new Promise((resolve) => probe.close(resolve))
  return port
}

async function readMails(outbox: string, address: string): Promise<Email[]> {
  const names = (await readdir(outbox).catch(() => [])).filter((name) => name.endsWith('.eml')).sort()
  const mails = await Promise.all(names.map(async (name) => PostalMime.parse(await readFile(path.join(outbox, name)))))
  return mails.filter((mail) => mail.to?.some((to) => to.address === address))
}

async function query(dataDir: string, text: string, values: unknown[]): Promise<Record<string, unknown>[]> {
  const password = (await readFile(path.join(dataDir, 'db/password'), 'utf8')).trim()
  const host = path.join(dataDir, 'db/socket')
  const client = new pg.Client({ host, port: 5432, user: 'sampan', database: 'sampan', password, ssl: false })
  await client.connect()
  try {
    return (await client.query(text, values)).rows
  } finally {
    await client.end()
  }
}

export async function startServer(): Promise<Server> {
  const dataDir = await mkdtemp(path.join(tmpdir(), 'sampan-e2e-'))
  const settings = {
    PORT: String(await freePort()),
    HOST: '127.0.0.1',
    DATA_DIR: dataDir,
    SUPPORT_EMAIL: 'support@sampan.test',
    LOW_WATER_BYTES: '0',
    RATE_LIMITS: 'codeNetwork=100000/3600,signUpNetwork=100000/3600,loginNetwork=100000/900',
  }
  const child = spawn(process.execPath, ['--enable-source-maps', program], {
    env: { PATH: process.env.PATH, HOME: process.env.HOME, NODE_ENV: 'production', ...settings },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const logs: string[] = []
  const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()))
  const url = await new Promise<string>((resolve, reject) => {
    for (const stream of [child.stdout, child.stderr])
      createInterface(stream).on('line', (line) => {
        logs.push(line)
        const ready = /^Sampan is ready at (\S+)/.exec(line)?.[1]
        if (ready) resolve(ready)
      })
    void ended.then(() => reject(new Error(`The server ended before it was ready:\n${logs.join('\n')}`)))
  })
  return {
    url,
    logs,
    mailsTo: (address) => readMails(path.join(dataDir, 'outbox'), address),
    sql: (text, values = []) => query(dataDir, text, values),
    stop: async () => {
      child.kill('SIGTERM')
      await ended
      await rm(dataDir, { recursive: true, force: true })
    },
  }
}
