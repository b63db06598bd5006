/** A server of the test's own words, for answers that a real one seldom gives; and the client run against it without a process. */
import { mkdtempSync, rmSync } from 'node:fs'
import { createServer, type IncomingMessage } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { onTestFinished } from 'vitest'
import { runClient } from '../main.ts'
import type { World } from '../world.ts'

/** `body` goes as JSON, `bytes` as they are; the line breaks after so many. */
export type Answer = { status?: number; body?: unknown; bytes?: Buffer; headers?: Record<string, string>; breaksOffAt?: number }
/** By "METHOD /path"; what is not there is 404. */
export type Answers = Record<string, (body: string, request: IncomingMessage) => Answer>

export async function fakeServer(answers: Answers): Promise<{ url: string; asked: string[] }> {
  const asked: string[] = []
  const server = createServer(async (request, reply) => {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk as Buffer)
    const name = `${request.method} ${new URL(request.url!, 'http://127.0.0.1').pathname}`
    asked.push(name)
    const {
      status = 200,
      body,
      bytes,
      headers,
      breaksOffAt,
    } = answers[name]?.(Buffer.concat(chunks).toString(), request) ?? { status: 404 }
    const text = body === undefined ? '' : JSON.stringify(body)
    reply.writeHead(status, { 'content-type': 'application/json', ...headers })
    if (breaksOffAt === undefined) reply.end(bytes ?? text)
    else reply.write(bytes!.subarray(0, breaksOffAt), () => reply.destroy())
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  return { url: `http://127.0.0.1:${(server.address() as { port: number }).port}`, asked }
}

export const refused = (status: number, code: string): Answer => ({ status, body: { error: { code, message: code } } })

export function newFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'sampan-cli-test-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  return folder
}

/** By the program's clock. */
export const nowHere = Date.UTC(2026, 0, 2)

/** `cwd` is the home as well. */
async function runAs(cwd: string, env: Record<string, string>, words: string[]) {
  let [out, err] = ['', '']
  const world: World = {
    env,
    cwd,
    home: cwd,
    hostName: 'here',
    platform: 'linux',
    now: () => nowHere,
    out: (text) => (out += text),
    err: (text) => (err += text),
    isTerminal: false,
    columns: () => 80,
    askSecret: null,
    signal: new AbortController().signal,
  }
  const exitCode = await runClient(words, world)
  return { exitCode, out, err }
}

/** What a person reads of it, line by line. */
export async function outputHere(cwd: string, ...words: string[]) {
  const { exitCode, err } = await runAs(cwd, {}, words)
  return { exitCode, lines: err.split('\n') }
}

/** All of what it prints. */
export const printedHere = (cwd: string, env: Record<string, string>, ...words: string[]) => runAs(cwd, env, words)

export async function runHere(cwd: string, env: Record<string, string>, ...words: string[]) {
  const { exitCode, out } = await runAs(cwd, env, [...words, '--json'])
  const lines = out.split('\n').filter((line) => line !== '')
  return { exitCode, events: lines.map((line) => JSON.parse(line) as Record<string, unknown>) }
}
