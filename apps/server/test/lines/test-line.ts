/** The client package on a bad line: an account's uploads through the fault proxy, and what came of them. */
import { createHash } from 'node:crypto'
import { createApi } from '@sampan/client/api'
import { type Clock, systemClock } from '@sampan/client/clock'
import { nodeTools } from '@sampan/client/upload/node'
import type { UploadOptions } from '@sampan/client/upload/run-upload'
import type { PartSender } from '@sampan/client/upload/send-part'
import { startUpload } from '@sampan/client/upload/start-upload'
import type { SourceFile, Upload, UploadSnapshot } from '@sampan/client/upload/upload'
import type { UploadPlan } from '@sampan/contract/routes/uploads'
import { expect, onTestFinished } from 'vitest'
import { type FaultSettings, startFaultProxy } from '../../../../scripts/fault-proxy/fault-proxy.mjs'
import { contentOf } from '../faults/seeded.ts'
import { Browser } from '../support/sender.ts'
import { startTestServer, type TestServer } from '../support/test-server.ts'

export const MiB = 1024 * 1024

export const fileOf = (path: string, size: number): SourceFile => ({
  path,
  size,
  blob: new Blob([contentOf(path, 0, size) as Buffer<ArrayBuffer>]),
})

/** Waits and deadlines pass so many times faster; what the line takes does not. */
export const fastClock = (times: number): Clock => ({
  ...systemClock,
  sleep: (milliseconds, signal) => systemClock.sleep(milliseconds / times, signal),
  after: (milliseconds, run) => systemClock.after(milliseconds / times, run),
})

/** Keeps cookies as a browser does, beside those that it has. */
function fetchWith(cookie: string): typeof fetch {
  const jar = new Map(cookie ? cookie.split('; ').map((pair) => pair.split('=', 2) as [string, string]) : [])
  return async (url, init) => {
    const headers = new Headers(init?.headers)
    if (jar.size > 0) headers.set('cookie', [...jar].map(([name, value]) => `${name}=${value}`).join('; '))
    const reply = await fetch(url, { ...init, headers })
    for (const line of reply.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? []
      jar.set(name, value)
    }
    return reply
  }
}

export type Sender = { userId: string; cookie: string; access: () => Promise<string> }

/** A server with one account, whose uploads are many and have many files. */
export async function startServerWithSender(): Promise<{ server: TestServer; sender: Sender }> {
  const server = await startTestServer({
    RATE_LIMITS: 'signUpNetwork=1000/3600',
    PLAN_LIMITS: 'free.files=5000,free.transfersPerMonth=1000',
  })
  const browser = new Browser(server)
  const user = await browser.signUp('anna@example.com')
  return { server, sender: { userId: user._id, cookie: browser.cookie, access: async () => browser.accessToken } }
}

/** A proxy before the server, and uploads of one sender through it; the parts that left are written down. */
export async function lineTo(serverUrl: string, sender: Sender, settings: FaultSettings & { seed?: number } = {}) {
  const { hostname, port } = new URL(serverUrl)
  const proxy = await startFaultProxy({ target: { host: hostname, port: Number(port) }, ...settings })
  onTestFinished(() => proxy.stop())
  const sent: { bytes: number; status: number | null }[] = []
  const tools = nodeTools()
  const sendPart: PartSender = async (request) => {
    const { bytes } = request
    const part = { bytes: bytes instanceof ArrayBuffer ? bytes.byteLength : bytes.size, status: null as number | null }
    sent.push(part)
    const reply = await tools.sendPart(request)
    part.status = reply.status
    return reply
  }
  function start(files: SourceFile[], options: Partial<UploadOptions> = {}): Upload {
    const clock = options.clock ?? systemClock
    const session = { token: sender.access, renew: async () => null }
    const api = createApi({ baseUrl: proxy.url, clock, session, fetch: fetchWith(sender.cookie) })
    const ticketRequest = { id: sender.userId, type: 'userUpload' as const }
    const upload = startUpload({ api, ticketRequest, files, ...tools, sendPart, ...options })
    onTestFinished(upload.cancel)
    return upload
  }
  return { proxy, sent, start }
}

export const until = (upload: Upload, isWanted: (snapshot: UploadSnapshot) => boolean): Promise<void> =>
  new Promise((resolve) => {
    const look = () => {
      if (!isWanted(upload.snapshot())) return
      leave()
      resolve()
    }
    const leave = upload.subscribe(look)
    look()
  })

const sha256 = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex')

/** Publishes as a link and downloads every file as anybody would: the same bytes, or the test fails. */
export async function expectSame(serverUrl: string, sender: Sender, plan: UploadPlan, files: SourceFile[]): Promise<void> {
  const published = await fetch(`${serverUrl}/quicksend2`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${await sender.access()}` },
    body: JSON.stringify({ slug: plan.slug, sendAs: 'link' }),
  })
  expect(await published.json()).toMatchObject({ state: 'active' })
  const address = `${serverUrl}/api/transfers/${plan.slug}`
  const { dl, files: listed } = (await (await fetch(address)).json()) as { dl: string; files: { fileId: string; path: string }[] }
  for (const file of files) {
    const { fileId } = listed.find(({ path }) => path === file.path)!
    const reply = await fetch(`${address}/files/${fileId}?dl=${encodeURIComponent(dl)}`)
    const bytes = new Uint8Array(await reply.arrayBuffer())
    expect(sha256(bytes), file.path).toBe(sha256(new Uint8Array(await file.blob.arrayBuffer())))
  }
}
