/** An anonymous sender over the real calls: a proven address, uploads, published transfers and the recipient's link. */
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { call, inParallel, keptConnections } from './client.mjs'
import { crcHex, partsOf } from './content.mjs'

const streams = 4

const decodeQuoted = (text) =>
  text.replace(/=\r?\n/g, '').replace(/=([0-9A-F]{2})/g, (_, hex) => String.fromCharCode(Number.parseInt(hex, 16)))

/** What `pattern` finds in the first mail to an address that has it. */
async function findInMails(outbox, address, pattern) {
  for (let tries = 0; tries < 1500; tries++) {
    for (const name of (await readdir(outbox))
      .filter((each) => each.endsWith('.eml'))
      .sort()
      .reverse()) {
      const mail = await readFile(join(outbox, name), 'latin1')
      if (!new RegExp(`^To: (?:.*<)?${address}>?\\r?$`, 'm').test(mail)) continue
      const found = pattern.exec(decodeQuoted(mail))
      if (found) return found[1]
    }
    await wait(20)
  }
  throw new Error(`No mail to ${address}`)
}

export class Sender {
  #agent = keptConnections(streams)
  #cookie = ''
  #ticket = ''

  constructor(server, email) {
    this.server = server
    this.email = email
  }

  async call(method, path, json, status = 200) {
    const headers = {
      'content-type': 'application/json',
      ...(this.#cookie && { cookie: this.#cookie }),
      ...(this.#ticket && { authorization: `Bearer ${this.#ticket}` }),
    }
    const body = json === undefined ? undefined : Buffer.from(JSON.stringify(json))
    const reply = await call(this.#agent, this.server.port, { method, path, headers, body })
    if (reply.status !== status) throw new Error(`${path} answered ${reply.status}: ${reply.text}`)
    const [cookie] = reply.headers['set-cookie'] ?? []
    if (cookie) this.#cookie = cookie.split(';')[0]
    return reply.text ? JSON.parse(reply.text) : null
  }

  /** Before the clock runs: the address is proven and a ticket is in hand. */
  async prepare() {
    const { email } = this
    await this.call('POST', '/verifyEmail', { email })
    const verifyId = await findInMails(this.server.outbox, email, /^Subject:.*\b([0-9A-HJKMNP-TV-Z]{5})\b/m)
    await this.call('POST', '/checkVerifyEmail', { email, verifyId })
    this.#ticket = (await this.call('POST', '/stsAuth', { id: 'bench', type: 'anonUpload' })).SecurityToken
    return this
  }

  /** From the list of files to the answer that the transfer is whole and durable. */
  async send(files, recipient) {
    const plan = await this.call('POST', '/api/uploads', { files, sender: this.email }, 201)
    const parts = plan.blobs.flatMap(({ blobId, size }) => partsOf(size).map((part) => ({ blobId, ...part })))
    await inParallel(streams, parts, (part) => this.#put(plan.uploadId, part))
    const body = { slug: plan.slug, senderEmail: this.email, emailTo: [{ email: recipient }] }
    const { state } = await this.call('POST', '/quicksend2', body)
    if (state !== 'active') throw new Error(`The transfer is ${state}`)
    return plan
  }

  async #put(uploadId, { blobId, offset, bytes }) {
    const path = `/api/uploads/${uploadId}/blobs/${blobId}?offset=${offset}`
    const headers = {
      authorization: `Bearer ${this.#ticket}`,
      'content-type': 'application/octet-stream',
      'x-part-crc32': crcHex(bytes),
    }
    const reply = await call(this.#agent, this.server.port, { method: 'PUT', path, headers, body: bytes })
    if (reply.status !== 204) throw new Error(`A part was answered ${reply.status}: ${reply.text}`)
  }

  /** The addresses behind the personal link in the recipient's mail. */
  async linkOf(recipient) {
    const link = await findInMails(this.server.outbox, recipient, /(\/d\/[0-9A-Za-z]+\/[0-9A-Za-z]+)/)
    const [, , slug, user] = link.split('/')
    const { dl, files } = await this.call('GET', `/api/transfers/${slug}?user=${user}`)
    const query = `?user=${user}&dl=${encodeURIComponent(dl)}`
    return {
      file: `/api/transfers/${slug}/files/${files[0].fileId}${query}`,
      zip: `/api/transfers/${slug}/zip${query}`,
    }
  }
}
