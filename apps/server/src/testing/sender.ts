/** An anonymous sender over HTTP, as a test writes it: files in, a published transfer out. */
import { crc32 } from 'node:zlib'
import type { UploadPlan } from '@sampan/contract/routes/uploads'
import type { TestServer } from './test-server.ts'

export type Reply = { status: number; json: any; headers: Headers }
export type TestFile = { path: string; bytes: Buffer; lastModified?: number }

export const crcHex = (bytes: Uint8Array): string => crc32(bytes).toString(16).padStart(8, '0')

/** A browser with its cookies. */
export class Browser {
  cookie = ''
  ticket = ''

  constructor(
    readonly server: TestServer,
    readonly headers: Record<string, string> = {},
  ) {}

  async call(method: string, path: string, body?: unknown, headers: Record<string, string> = {}): Promise<Reply> {
    const isBytes = body instanceof Uint8Array
    const reply = await fetch(this.server.url + path, {
      method,
      redirect: 'manual',
      headers: {
        ...(this.cookie && { cookie: this.cookie }),
        ...(body !== undefined && !isBytes && { 'content-type': 'application/json' }),
        ...this.headers,
        ...headers,
      },
      ...(body !== undefined && { body: isBytes ? (body as Uint8Array<ArrayBuffer>) : JSON.stringify(body) }),
    })
    const cookies = reply.headers.getSetCookie().map((each) => each.split(';')[0]!)
    if (cookies.length) this.cookie = cookies.join('; ')
    const text = await reply.text()
    const isJson = (reply.headers.get('content-type') ?? '').includes('json')
    return { status: reply.status, json: isJson && text ? JSON.parse(text) : text, headers: reply.headers }
  }

  async verify(email: string): Promise<void> {
    const before = (await this.server.mailsTo(email)).length
    await this.call('POST', '/verifyEmail', { email })
    const mail = await this.server.mailTo(email, before + 1)
    const code = /\b([0-9A-HJKMNP-TV-Z]{5})\b/.exec(mail.subject ?? '')![1]!
    const reply = await this.call('POST', '/checkVerifyEmail', { email, verifyId: code })
    if (reply.status !== 200) throw new Error(`verification failed: ${JSON.stringify(reply.json)}`)
  }

  async takeTicket(): Promise<string> {
    const { json } = await this.call('POST', '/stsAuth', { id: 'browser', type: 'anonUpload' })
    this.ticket = json.SecurityToken
    return this.ticket
  }

  withTicket(method: string, path: string, body?: unknown, headers: Record<string, string> = {}): Promise<Reply> {
    return this.call(method, path, body, { authorization: `Bearer ${this.ticket}`, ...headers })
  }

  create(files: readonly TestFile[], more: Record<string, unknown> = {}): Promise<Reply> {
    return this.withTicket('POST', '/api/uploads', {
      files: files.map(({ path, bytes, lastModified }) => ({ path, size: bytes.length, lastModified })),
      ...more,
    })
  }

  putPart(uploadId: string, blobId: string, offset: number, bytes: Buffer, headers: Record<string, string> = {}): Promise<Reply> {
    return this.withTicket('PUT', `/api/uploads/${uploadId}/blobs/${blobId}?offset=${offset}`, bytes, {
      'x-part-crc32': crcHex(bytes),
      ...headers,
    })
  }

  /** Sends every blob in parts of a size (the plan's by default). */
  async putAll(plan: UploadPlan, files: readonly TestFile[], partBytes?: number): Promise<void> {
    for (const { blobId, bytes, partSize } of blobsOf(plan, files)) {
      const step = partBytes ?? partSize
      for (let at = 0; at < bytes.length; at += step) {
        const reply = await this.putPart(plan.uploadId, blobId, at, bytes.subarray(at, at + step))
        if (reply.status !== 204) throw new Error(`part refused: ${JSON.stringify(reply.json)}`)
      }
    }
  }

  publish(slug: string, more: Record<string, unknown> = {}): Promise<Reply> {
    return this.call('POST', '/quicksend2', {
      slug,
      senderEmail: 'anna@example.com',
      emailTo: [{ email: 'li@example.cn' }],
      ...more,
    })
  }

  /** From the drop to the published transfer. */
  async send(
    files: readonly TestFile[],
    more: Record<string, unknown> & { senderEmail?: string; partBytes?: number } = {},
  ): Promise<Reply> {
    const { partBytes, ...publishing } = more
    await this.verify(publishing.senderEmail ?? 'anna@example.com')
    await this.takeTicket()
    const created = await this.create(files)
    if (created.status !== 201) return created
    await this.putAll(created.json, files, partBytes)
    return this.publish(created.json.slug, publishing)
  }
}

/** The bytes of each blob of a plan. */
export function blobsOf(plan: UploadPlan, files: readonly TestFile[]): { blobId: string; partSize: number; bytes: Buffer }[] {
  return plan.blobs.map(({ blobId, size, partSize }) => {
    const bytes = Buffer.alloc(size)
    for (const file of plan.files)
      if (file.blobId === blobId) files.find(({ path }) => path === file.path)!.bytes.copy(bytes, file.offset)
    return { blobId, partSize, bytes }
  })
}

/** The personal link in a recipient's mail, as path. */
export function linkIn(mail: { text?: string | undefined }): string {
  const link = /https?:\/\/[^\s]+(\/d\/[0-9A-Za-z]+\/[0-9A-Za-z]+)/.exec(mail.text ?? '')
  if (!link) throw new Error('no link in the mail')
  return link[1]!
}
