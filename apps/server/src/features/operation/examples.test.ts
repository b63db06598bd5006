/** The examples of the page for developers are programs that run: each is played against a server, with a token that may no more than it needs. */
import { execFile } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { transform } from 'esbuild'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { Account } from '../../../test/support/account.ts'
import { startTestServer, type TestServer } from '../../../test/support/test-server.ts'

const examples = join(import.meta.dirname, '../../../../web/content/examples')
const run = promisify(execFile)
const bytes = randomBytes(300_000)

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server?.close())

const languages = {
  sh: (text: string) => ['bash', '-euc', text],
  'ts.txt': async (text: string) => [
    process.execPath,
    '--input-type=module',
    '-e',
    (await transform(text, { loader: 'ts', format: 'esm' })).code,
  ],
  py: (text: string) => ['python3', '-c', text],
} as const
const kinds = Object.keys(languages) as (keyof typeof languages)[]

async function play(name: string, kind: keyof typeof languages, secret: string, cwd: string, slug = ''): Promise<string> {
  const written = readFileSync(join(examples, `${name}.${kind}`), 'utf8')
  const [program, ...words] = await languages[kind](written.replaceAll('{origin}', server.url).replaceAll('Ab3dE6g', slug))
  const { stdout } = await run(program!, words, { cwd, env: { PATH: process.env.PATH, SAMPAN_TOKEN: secret } })
  return stdout.trim()
}

const tokenFor = async (account: Account, ...scopes: string[]): Promise<string> =>
  (await account.call('POST', '/api/tokens', { name: 'example', scopes })).json.secret

test.each(kinds)('O9 the examples for developers do what they say: %s', async (kind) => {
  const account = await Account.create(server)
  const [here, there] = [mkdtempSync(join(tmpdir(), 'sampan-example-')), mkdtempSync(join(tmpdir(), 'sampan-example-'))]
  try {
    writeFileSync(join(here, 'report.pdf'), bytes)
    const link = await play('send', kind, await tokenFor(account, 'send'), here)
    const slug = /\/w\/(\w+)$/.exec(link)?.[1] ?? ''
    expect(await play('list', kind, await tokenFor(account, 'read'), here)).toBe(`${slug} report.pdf`)
    await play('download', kind, '', there, slug)
    expect(readFileSync(join(there, 'report.pdf')).equals(bytes)).toBe(true)
    const asked = await play('ask', kind, await tokenFor(account, 'requests'), here)
    expect(asked).toMatch(/\/r\//)
    expect(await play('ask', kind, await tokenFor(account, 'requests'), here)).toBe(asked)
  } finally {
    for (const folder of [here, there]) rmSync(folder, { recursive: true, force: true })
  }
})
