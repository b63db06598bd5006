/** A typed client that is generated from /openapi.json: it compiles, and does the main job. */
import { execFile } from 'node:child_process'
import { copyFileSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { promisify } from 'node:util'
import openapiTypes, { astToString } from 'openapi-typescript'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { Account } from '../../../test/support/account.ts'
import { codeIn, linkIn } from '../../../test/support/sender.ts'
import { startTestServer, type TestServer } from '../../../test/support/test-server.ts'

type Sent = { state: string; fileNames: string[]; linkUrl: string | null; stored: number[][]; bytes: Uint8Array }
type Mails = Record<'code' | 'recipientToken', () => Promise<string>>
type Program = {
  sendAsGuest: (url: string, email: string, path: string, bytes: Uint8Array, mails: Mails) => Promise<Sent>
  sendByToken: (url: string, token: string, path: string, bytes: Uint8Array) => Promise<Sent>
}

const packages = fileURLToPath(new URL('../../../../../node_modules', import.meta.url))
const source = fileURLToPath(new URL('../../../test/support/outside-program/program.ts', import.meta.url))
const compiler = {
  target: 'ES2023',
  module: 'nodenext',
  strict: true,
  exactOptionalPropertyTypes: true,
  noUncheckedIndexedAccess: true,
  rewriteRelativeImportExtensions: true,
  skipLibCheck: true,
  types: ['node'],
  outDir: 'out',
}

let folder: string
let server: TestServer
let program: Program

/** What the compiler says; empty for nothing. */
async function compile(): Promise<string> {
  const tsc = path.join(packages, 'typescript/bin/tsc')
  const ended = await promisify(execFile)(process.execPath, [tsc, '-p', folder]).catch((error: { stdout: string }) => error)
  return ended.stdout
}

beforeAll(async () => {
  server = await startTestServer()
  folder = mkdtempSync(path.join(tmpdir(), 'sampan-program-'))
  symlinkSync(packages, path.join(folder, 'node_modules'))
  const described = await (await fetch(`${server.url}/openapi.json`)).json()
  writeFileSync(path.join(folder, 'calls.ts'), astToString(await openapiTypes(described)))
  copyFileSync(source, path.join(folder, 'program.ts'))
  writeFileSync(path.join(folder, 'package.json'), '{"type":"module"}')
  writeFileSync(path.join(folder, 'tsconfig.json'), JSON.stringify({ compilerOptions: compiler, files: ['program.ts'] }))
  expect(await compile()).toBe('')
  program = await import(/* @vite-ignore */ pathToFileURL(path.join(folder, 'out/program.js')).href)
})
afterAll(async () => {
  await server?.close()
  if (folder) rmSync(folder, { recursive: true, force: true })
})

const bytes = Buffer.from('a small file of somebody')
const whole = { fileNames: ['notes/a.txt'], stored: [[0, bytes.length]] }

test('H1 Q5 a program with generated types sends a file as a guest, and reads it back', async () => {
  const email = 'guest-of-program@example.com'
  const mails: Mails = {
    code: async () => codeIn(await server.mailTo(email)),
    recipientToken: async () =>
      linkIn(await server.mailTo('li-of-program@example.cn'))
        .split('/')
        .at(-1)!,
  }
  const sent = await program.sendAsGuest(server.url, email, 'notes/a.txt', bytes, mails)
  expect({ ...sent, bytes: Buffer.from(sent.bytes) }).toEqual({ ...whole, state: 'active', linkUrl: null, bytes })
})

test('H1 O9 a program with generated types sends a file by an API token, and reads it back', async () => {
  const account = await Account.create(server)
  const { secret } = (await account.call('POST', '/api/tokens', { name: 'program' })).json
  const sent = await program.sendByToken(server.url, secret, 'notes/a.txt', bytes)
  expect({ ...sent, bytes: Buffer.from(sent.bytes) }).toEqual({
    ...whole,
    state: 'active',
    linkUrl: expect.stringContaining('/w/'),
    bytes,
  })
})
