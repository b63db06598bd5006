/** Somebody who was asked for files, over HTTP as a test writes it. */
import type { UploadPlan } from '@sampan/contract/routes/uploads'
import { Browser, type Reply, type TestFile } from './sender.ts'
import type { TestServer } from './test-server.ts'

export class Supplier extends Browser {
  /** `link`: of the page, "/r/slug/token" or "/r/slug". */
  constructor(
    server: TestServer,
    readonly link: string,
    headers: Record<string, string> = {},
  ) {
    super(server, headers)
  }

  get slug(): string {
    return new URL(this.link, this.server.url).pathname.split('/')[2]!
  }

  get token(): string | null {
    return new URL(this.link, this.server.url).pathname.split('/')[3] ?? null
  }

  address(path = ''): string {
    return `/api/r/${this.slug}${path}${this.token ? `?user=${this.token}` : ''}`
  }

  look(): Promise<Reply> {
    return this.call('GET', this.address())
  }

  async takeRequestTicket(): Promise<Reply> {
    const reply = await this.call('POST', '/stsAuth', { id: this.slug, type: 'request', ...(this.token && { user: this.token }) })
    this.ticket = reply.json.SecurityToken ?? ''
    return reply
  }

  /** Bytes are there, nothing is submitted. */
  async upload(files: readonly TestFile[]): Promise<UploadPlan> {
    const ticket = await this.takeRequestTicket()
    if (ticket.status !== 200) throw new Error(`no ticket: ${JSON.stringify(ticket.json)}`)
    const { status, json } = await this.create(files)
    if (status !== 201) throw new Error(`no upload: ${JSON.stringify(json)}`)
    await this.putAll(json, files)
    return json
  }

  /** `documents`: which path is for which document's id. */
  submit(plan: UploadPlan, documents: Record<string, string> = {}, more: Record<string, unknown> = {}): Promise<Reply> {
    const byDocument = new Map<string, string[]>()
    for (const { path, fileId } of plan.files) {
      const id = documents[path]
      if (id) byDocument.set(id, [...(byDocument.get(id) ?? []), fileId])
    }
    return this.call('POST', this.address('/submissions'), {
      uploadId: plan.uploadId,
      documents: [...byDocument].map(([documentId, fileIds]) => ({ documentId, fileIds })),
      ...more,
    })
  }

  async sendFiles(
    files: readonly TestFile[],
    documents: Record<string, string> = {},
    more: Record<string, unknown> = {},
  ): Promise<Reply> {
    return this.submit(await this.upload(files), documents, more)
  }
}
