/** A built server, an account on it, and the client on the other end of the fault proxy. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect } from 'vitest'
import { type FaultProxy, startFaultProxy } from '../../../../scripts/fault-proxy/fault-proxy.mjs'
import { runIn, write } from './client.ts'
import { buildAll, makeServer, type ServerProcess, signUp, type TestAccount } from './server.ts'

type Run = ReturnType<typeof runIn>
export type OverProxy = {
  base: string
  home: string
  server: ServerProcess
  proxy: FaultProxy
  account: TestAccount
  token: string
  newFolder(): string
  /** Through the proxy, as an account. */
  client(env?: Record<string, string>): Run
  /** A link names the server itself; this is the same one behind the proxy. */
  behindProxy(link: string): string
  /** Answers with the link behind the proxy. */
  sendLink(...files: string[]): Promise<string>
  remove(): Promise<void>
}

export async function startOverProxy(): Promise<OverProxy> {
  buildAll()
  const base = mkdtempSync(join(tmpdir(), 'sampan-cli-'))
  const home = join(base, 'home')
  write(join(home, '.keep'), 0)
  const limits = ['files=1000', 'transfersPerMonth=1000', 'storageBytes=50000000000'].map((limit) => `free.${limit}`)
  const server = await makeServer({ PLAN_LIMITS: limits.join(','), RATE_LIMITS: 'linkMiss=100000/60' })
  await server.start()
  const account = await signUp(server, 'anna@example.com')
  const token = (await account.call('POST', '/api/tokens', { name: 'tests' })).secret
  const proxy = await startFaultProxy({ target: { host: '127.0.0.1', port: Number(new URL(server.url).port) } })
  const client = (env: Record<string, string> = {}) =>
    runIn(base, home, { SAMPAN_TOKEN: token, SAMPAN_SERVER: proxy.url, ...env })
  const behindProxy = (link: string): string => link.replace(server.url, proxy.url)
  return {
    ...{ base, home, server, proxy, account, token, client, behindProxy },
    newFolder: () => mkdtempSync(join(base, 'run-')),
    async sendLink(...files) {
      const { code, out, err } = await client()('send', ...files, '--link').ended
      expect({ code, err: code === 0 ? '' : err }).toEqual({ code: 0, err: '' })
      return behindProxy(out.trim())
    },
    async remove() {
      await proxy.stop()
      await server.remove()
      rmSync(base, { recursive: true, force: true })
    },
  }
}
