/** Somebody who sends files: with the real engine, over the virtual network, with the moods of people and of their machines. */
import { crc32 } from 'node:zlib'
import { createApi } from '@sampan/client/api'
import { blobCrc } from '@sampan/client/upload/blob-crc'
import { memoryCheckpoints } from '@sampan/client/upload/checkpoint'
import type { PartSender } from '@sampan/client/upload/send-part'
import { startUpload } from '@sampan/client/upload/start-upload'
import type { Upload } from '@sampan/client/upload/upload'
import type { Problem } from '@sampan/contract/errors'
import { quicksend2 } from '@sampan/contract/routes/transfers'
import type { Connection } from '@sampan/contract/rules/part-size'
import { issueAccessToken } from '../../src/http/access-token.ts'
import type { Chance } from '../faults/seeded.ts'
import type { Journal } from './journal.ts'
import { counted } from './quiet.ts'
import type { SimFile } from './sim-files.ts'
import type { Trace } from './trace.ts'
import type { Network } from './virtual-network.ts'

export type Who = { name: string; userId: string; ownerId: string; sessionId: string; email: string }
export type ClientWish = {
  files: SimFile[]
  /** They come later, one after another, until it is sealed. */
  isOpen: boolean
  publishesEarly: boolean
  mayDiscard: boolean
  /** How likely a file is another one after a part of it did not get through. */
  changes: number
  /** Between the last part and sending. */
  writesForMs: number
  connection: Connection
}
export type SimClient = {
  who: Who
  wish: ClientWish
  state: 'sending' | 'finished' | 'gone'
  uploadIds: Set<string>
  slug: string | null
  isPublished: boolean
  /** Why its uploads ended without being whole. */
  failures: { atMs: number; code: string }[]
  /** One thing that people do. */
  act: () => void
}
type Means = { network: Network; journal: Journal; trace: Trace; chance: Chance; secret: Buffer; areFaultsOver: () => boolean }

const sleep = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms))

function lineOf({ network, journal, secret, chance }: Means, who: Who, wish: ClientWish) {
  const signed = () => issueAccessToken(secret, { sessionId: who.sessionId, userId: who.userId }, new Date())
  const call = async (url: string, init: RequestInit = {}) => {
    const { method = 'GET', headers, body, signal } = init
    const request = {
      who: who.name,
      method,
      url,
      headers: headers as Record<string, string>,
      body: Buffer.from(String(body ?? '')),
      signal: signal ?? undefined,
    }
    const { status, text, header } = await network.send(request)
    return { status, text: async () => text, headers: { get: header } } as unknown as Response
  }
  const api = createApi({
    baseUrl: 'http://simulated',
    fetch: call as typeof fetch,
    session: { token: () => signed(), renew: () => signed() },
  })
  const sendPart: PartSender = async ({ url, headers, bytes, signal, onProgress }) => {
    const body = Buffer.from(bytes as ArrayBuffer)
    const [, uploadId = '', blobId = '', from = ''] = /uploads\/([^/]+)\/blobs\/([^/?]+)\?offset=(\d+)/.exec(url) ?? []
    const part = journal.send({ who: who.name, uploadId, blobId, from: Number(from), bytes: body })
    const request = { who: who.name, method: 'PUT', url, headers, body, signal, onProgress }
    const reply = await network.send(request).catch((error) => {
      if (chance.happens(wish.changes)) chance.pick(wish.files).change()
      throw error
    })
    if (reply.status === 204 && !signal.aborted) part.ackedAtMs = Date.now()
    return reply
  }
  return { api, sendPart }
}

export function startClient(means: Means, who: Who, wish: ClientWish): SimClient {
  const { chance, trace } = means
  const line = lineOf(means, who, wish)
  const checkpoints = memoryCheckpoints()
  const client: SimClient = {
    who,
    wish,
    state: 'sending',
    uploadIds: new Set(),
    slug: null,
    isPublished: false,
    failures: [],
    act,
  }
  let chosen = wish.isOpen ? wish.files.slice(0, 1) : wish.files
  let isOpen = wish.isOpen
  let upload = begin()
  const record = (text: string) => trace.add(`${who.name} ${text}`)

  function begin(): Upload {
    const uploadId = client.isPublished ? [...client.uploadIds].at(-1) : undefined
    const crc = (slice: Blob) => counted(blobCrc(slice, (bytes, before) => crc32(bytes, before)))
    const begun = startUpload({
      ...line,
      crc,
      ticketRequest: { id: who.userId, type: 'userUpload' },
      files: chosen,
      connection: wish.connection,
      isOpen,
      ...(uploadId ? { uploadId, isPublished: true } : { checkpoints }),
    })
    begun.subscribe(() => {
      const plan = begun.plan()
      if (plan) client.uploadIds.add(plan.uploadId)
    })
    if (wish.publishesEarly) void publishEarly(begun)
    return begun
  }
  async function publish(): Promise<string> {
    const slug = upload.plan()!.slug
    const body = {
      slug,
      emailTo: [{ email: `to-${who.name}@example.com` }],
      sendAs: 'email' as const,
      message: '',
      expirySeconds: 604_800,
      notifyOnDownload: true,
    }
    const { state } = await line.api.call(quicksend2, { body })
    client.slug = slug
    client.isPublished = true
    record(`published: ${state}`)
    return state
  }
  async function publishEarly(of: Upload): Promise<void> {
    await sleep(chance.whole(100, 60_000))
    try {
      await of.planned()
      if (of === upload && client.state === 'sending' && !isOpen) await publish()
    } catch {}
  }
  function seal(): void {
    if (!isOpen) return
    chosen = wish.files
    isOpen = false
    upload.setFiles(chosen)
    upload.seal()
    record('seals')
  }
  function act(): void {
    if (client.state !== 'sending') return
    const acts: (() => void)[] = [
      () => upload.reconnect(),
      () => {
        upload.pause()
        setTimeout(() => upload.resume(), chance.whole(100, 20_000))
      },
      reload,
      () => chance.pick(wish.files).change(),
      () => chance.pick(wish.files).change(),
      () => chance.pick(wish.files).change(),
    ]
    if (isOpen) acts.push(seal, chooseOthers)
    if (wish.mayDiscard && !client.isPublished && !wish.publishesEarly) acts.push(discard)
    const index = chance.whole(0, acts.length - 1)
    record(`act ${index}`)
    acts[index]!()
  }
  function chooseOthers(): void {
    chosen = wish.files.filter(() => chance.happens(0.6))
    upload.setFiles(chosen)
  }
  function reload(): void {
    const old = upload
    if (isOpen) {
      isOpen = false
      chosen = wish.files
    }
    upload = begin()
    old.cancel()
    record('reloads')
  }
  function discard(): void {
    client.state = 'gone'
    record('discards')
    void upload.discard()
  }

  async function live(): Promise<void> {
    while (client.state === 'sending') {
      const current = upload
      try {
        await current.done
        if (current !== upload || client.state !== 'sending') continue
        await sleep(wish.writesForMs)
        if (current !== upload || client.state !== 'sending') continue
        while ((await publish()) !== 'active') {
          await sleep(chance.whole(1000, 10_000))
          await current.recheck()
        }
        client.state = 'finished'
        record('finished')
        void current.forget()
      } catch (error) {
        if (client.state !== 'sending') return
        if (current !== upload) continue
        const code = (error as Problem).code ?? (error as Error).message
        client.failures.push({ atMs: performance.now(), code })
        record(`failed: ${code}`)
        await sleep(chance.whole(5000, 20_000))
        if (current === upload) reload()
      }
    }
  }
  void live()
  // Whoever has chosen sends in the end.
  const waitToSeal = async () => {
    while (isOpen && !means.areFaultsOver()) await sleep(1000)
    seal()
  }
  void waitToSeal()
  return client
}
