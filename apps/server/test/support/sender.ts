/** An anonymous sender over HTTP, as a test writes it: files in, a published transfer out. */
import { crc32 } from 'node:zlib'
import type { User } from '@sampan/contract/routes/accounts'
import type { UploadPlan } from '@sampan/contract/routes/uploads'
import { ask } from './ask.ts'
import type { TestServer } from './test-server.ts'

export type Reply = { status: number; json: any; headers: Headers }
export type TestFile = { path: string; bytes: Buffer; lastModified?: number }

export const crcHex = (bytes: Uint8Array): string => crc32(bytes).toString(16).padStart(8, '0')

/** The code in the subject of a mail. */
export function codeIn({ subject = '' }: { subject?: string | undefined }): string {
  const code = /\b([0-9A-HJKMNP-TV-Z]{5})\b/.exec(subject)?.[1]
  // No code is never a code: it would be refused like a wrong one.
  if (!code) throw new Error(`no code in: ${subject}`)
  return code
}

/** A browser with its cookies, signed in or not. */
export class Browser {
  readonly jar = new Map<string, string>()
  ticket = ''
  accessToken = ''
  user: User | null = null

  constructor(
    readonly server: TestServer,
    readonly headers: Record<string, string> = {},
  ) {}

  get cookie(): string {
    return [...this.jar].map(([name, value]) => `${name}=${value}`).join('; ')
  }

  set cookie(header: string) {
    this.jar.clear()
    for (const each of header.split('; ').filter(Boolean)) this.keep(each)
  }

  /** One Set-Cookie line. */
  private keep(line: string): void {
    const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? []
    const isOver = /;\s*max-age=0(?:;|$)/i.test(line) || Date.parse(/;\s*expires=([^;]+)/i.exec(line)?.[1] ?? '') <= 0
    if (value && !isOver) this.jar.set(name, value)
    else this.jar.delete(name)
  }

  async call(method: string, path: string, body?: unknown, headers: Record<string, string> = {}): Promise<Reply> {
    const isBytes = body instanceof Uint8Array
    const {
      status,
      headers: told,
      text,
    } = await ask(this.server.url + path, {
      method,
      headers: {
        ...(this.cookie && { cookie: this.cookie }),
        ...(body !== undefined && !isBytes && { 'content-type': 'application/json' }),
        ...this.headers,
        ...headers,
      },
      body: body === undefined || isBytes ? (body as Uint8Array | undefined) : JSON.stringify(body),
    })
    for (const each of told.getSetCookie()) this.keep(each)
    const isJson = (told.get('content-type') ?? '').includes('json')
    return { status, json: isJson && text ? JSON.parse(text) : text, headers: told }
  }

  /** Calls what mails a code to the address; the code, or null where the address is verified already. */
  async askCode(path: string, email: string): Promise<string | null> {
    const before = (await this.server.mailsTo(email)).length
    const { status, json } = await this.call('POST', path, { email })
    if (status !== 200) throw new Error(`no code: ${JSON.stringify(json)}`)
    return json.verified ? null : codeIn(await this.server.mailTo(email, before + 1))
  }

  async verify(email: string): Promise<void> {
    const code = await this.askCode('/verifyEmail', email)
    if (!code) return
    const reply = await this.call('POST', '/checkVerifyEmail', { email, verifyId: code })
    if (reply.status !== 200) throw new Error(`verification failed: ${JSON.stringify(reply.json)}`)
  }

  /** An account of its own, signed in; the limits of one network address allow 30 an hour unless RATE_LIMITS says more. */
  async signUp(email: string, password = 'a sampan at dusk', more: Record<string, unknown> = {}): Promise<User> {
    const code = await this.askCode('/newsignupverify', email)
    if (code) await this.call('POST', '/newsignupverify', { email, verifyComplete: code })
    return this.enter(await this.call('POST', '/signup2', { email, password, ...more }))
  }

  async logIn(email: string, password = 'a sampan at dusk'): Promise<User> {
    return this.enter(await this.call('POST', '/combinedAuth', { email, password }))
  }

  /** As our own page asks. */
  refresh(): Promise<Reply> {
    return this.call('GET', '/refreshToken', undefined, { 'x-sampan': 'web' })
  }

  private enter({ status, json }: Reply): User {
    if (status !== 200) throw new Error(`not signed in: ${JSON.stringify(json)}`)
    this.accessToken = json.accessToken
    this.user = json.user
    return json.user
  }

  withAccess(method: string, path: string, body?: unknown, headers: Record<string, string> = {}): Promise<Reply> {
    return this.call(method, path, body, { authorization: `Bearer ${this.accessToken}`, ...headers })
  }

  async takeUserTicket(): Promise<string> {
    const { json } = await this.withAccess('POST', '/stsAuth', { id: this.user?._id, type: 'userUpload' })
    this.ticket = json.SecurityToken
    return this.ticket
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
