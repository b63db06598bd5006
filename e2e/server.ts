/** The built server as people run it, on a free port with a data folder of its own; and what the operator could see of it. */
import { type ChildProcess, spawn } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { createInterface } from 'node:readline'
import pg from 'pg'
import type { Email } from 'postal-mime'
import { mailOf, readMails } from '../apps/server/test/support/read-mails.ts'
import { lastingPort } from '../scripts/processes/processes.mjs'

const program = path.resolve(import.meta.dirname, '../apps/server/dist/main.js')

export type Server = {
  url: string
  /** Mails to an address so far, oldest first. */
  mailsTo: (address: string) => Promise<Email[]>
  /** The n-th to an address (1 is the first), or the first with these words in its subject or text, as soon as it is there. */
  mailTo: (address: string, which: number | RegExp) => Promise<Email>
  /** For what no visitor can bring about in a test's time, such as the end of a month. */
  sql: (text: string, values?: unknown[]) => Promise<Record<string, unknown>[]>
  logs: string[]
  dataDir: string
  /** Of all its processes; empty while it is dead. */
  pids: () => number[]
  /** All its processes, without a farewell; its database lives on. */
  kill: () => Promise<void>
  /** After a kill: the same address and data. */
  restart: () => Promise<void>
  stop: () => Promise<void>
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

type Running = { child: ChildProcess; ended: Promise<void> }

/** The first process, then those that it has started of the same program: the database is another's. */
function pidsOf(running: Running | null): number[] {
  const first = running?.child.pid
  if (first === undefined) return []
  const children = readFileSync(`/proc/${first}/task/${first}/children`, 'utf8').split(' ').filter(Boolean).map(Number)
  return [first, ...children.filter((pid) => readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes(program))]
}

function killIfThere(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL')
  } catch {
    // It has ended with the first one.
  }
}

/** Resolves once it says that it is ready. */
async function run(settings: Record<string, string>, logs: string[]): Promise<Running> {
  const child = spawn(process.execPath, ['--enable-source-maps', program], {
    env: { PATH: process.env.PATH, HOME: process.env.HOME, NODE_ENV: 'production', ...settings },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()))
  await new Promise<void>((resolve, reject) => {
    for (const stream of [child.stdout, child.stderr])
      createInterface(stream).on('line', (line) => {
        logs.push(line)
        if (line.startsWith('Sampan is ready at ')) resolve()
      })
    void ended.then(() => reject(new Error(`The server ended before it was ready:\n${logs.join('\n')}`)))
  })
  return { child, ended }
}

/** `more`: settings of its own; a PUBLIC_URL names the host alone. */
export async function startServer(more: Record<string, string> = {}): Promise<Server> {
  const dataDir = await mkdtemp(path.join(tmpdir(), 'sampan-e2e-'))
  const port = String(await lastingPort())
  const url = `${more.PUBLIC_URL ?? 'http://127.0.0.1'}:${port}`
  const settings = {
    PORT: port,
    HOST: '127.0.0.1',
    DATA_DIR: dataDir,
    SUPPORT_EMAIL: 'support@sampan.test',
    LOW_WATER_BYTES: '0',
    DISK_OVERBOOKING: '0',
    RATE_LIMITS:
      'codeNetwork=100000/3600,signUpNetwork=100000/3600,loginNetwork=100000/900,paymentNetwork=100000/3600,networkMails=100000/3600,recipientMails=100000/3600,mailboxMails=100000/3600,mailboxMailsDay=100000/86400,linkMiss=100000/600',
    ...more,
    PUBLIC_URL: url,
  }
  const logs: string[] = []
  let running: Running | null = await run(settings, logs)
  async function end(signal: 'SIGTERM' | 'SIGKILL'): Promise<void> {
    running?.child.kill(signal)
    await running?.ended
    running = null
  }
  async function restart(): Promise<void> {
    running ??= await run(settings, logs)
  }
  return {
    url,
    dataDir,
    logs,
    pids: () => pidsOf(running),
    mailTo: (address, which) => mailOf(path.join(dataDir, 'outbox'), address, which),
    mailsTo: (address) => readMails(path.join(dataDir, 'outbox'), address),
    sql: (text, values = []) => query(dataDir, text, values),
    kill: async () => {
      const others = pidsOf(running).slice(1)
      // First the one that would start them anew.
      await end('SIGKILL')
      for (const pid of others) killIfThere(pid)
    },
    restart,
    stop: async () => {
      // Only a server that ends in order takes its database with it.
      await restart()
      await end('SIGTERM')
      await rm(dataDir, { recursive: true, force: true })
    },
  }
}
