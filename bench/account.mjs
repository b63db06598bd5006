/** An account as a browser uses it: it signs up, uploads, publishes, lists and deletes. */

import { readdir, readFile } from 'node:fs/promises'
import http from 'node:http'
import { setTimeout as wait } from 'node:timers/promises'
import { crcHex, partBytes, partsOf } from './content.mjs'

const mailSeconds = 30
const password = 'a sampan at dusk'

const decodeQuoted = (text) =>
  text.replace(/=\r?\n/g, '').replace(/=([0-9A-F]{2})/g, (_, hex) => String.fromCharCode(Number.parseInt(hex, 16)))

/** What `pattern` finds in the newest mail to an address that has it. */
async function findInMails(outbox, address, pattern) {
  const isTo = new RegExp(`^To: (?:.*<)?${address}>?\\r?$`, 'm')
  for (const until = performance.now() + mailSeconds * 1000; performance.now() < until; await wait(20)) {
    const names = (await readdir(outbox)).filter((each) => each.endsWith('.eml')).sort()
    for (const name of names.reverse()) {
      const mail = await readFile(`${outbox}/${name}`, 'latin1')
      const found = isTo.test(mail) && pattern.exec(decodeQuoted(mail))
      if (found) return found[1]
    }
  }
  throw new Error(`No mail to ${address}`)
}

/** One call over a kept connection; the answer's text is read whole. */
function request(agent, port, { method, path, headers, body }) {
  const length = body === undefined ? {} : { 'content-length': String(body.length) }
  return new Promise((resolve, reject) => {
    const options = { agent, host: '127.0.0.1', port, method, path, headers: { ...headers, ...length } }
    const sent = http.request(options, async (reply) => {
      const text = Buffer.concat(await reply.toArray()).toString()
      resolve({ status: reply.statusCode, headers: reply.headers, text })
    })
    sent.on('error', reject)
    sent.end(body)
  })
}

export const fileList = ({ count, bytes }) =>
  Array.from({ length: count }, (_, index) => ({
    path: `folder/file ${index}.bin`,
    size: bytes,
    lastModified: 1_700_000_000_000,
  }))

export class Account {
  #agent = new http.Agent({ keepAlive: true })
  #jar = new Map()
  #access = ''
  #ticket = ''

  constructor(server, email) {
    this.server = server
    this.email = email
  }

  get #cookies() {
    return [...this.#jar].map(([name, value]) => `${name}=${value}`).join('; ')
  }

  async call(method, path, json, { status = 200, token = this.#access, headers: more = {} } = {}) {
    const headers = {
      ...(json !== undefined && { 'content-type': 'application/json' }),
      ...(this.#jar.size && { cookie: this.#cookies }),
      ...(token && { authorization: `Bearer ${token}` }),
      ...more,
    }
    const body = json === undefined ? undefined : Buffer.from(JSON.stringify(json))
    const reply = await request(this.#agent, this.server.port, { method, path, headers, body })
    if (reply.status !== status) throw new Error(`${method} ${path} answered ${reply.status}: ${reply.text}`)
    for (const each of reply.headers['set-cookie'] ?? []) {
      const [, name, value] = /^([^=]+)=([^;]*)/.exec(each)
      this.#jar.set(name, value)
    }
    return reply.text ? JSON.parse(reply.text) : null
  }

  async signUp() {
    const { email } = this
    await this.call('POST', '/newsignupverify', { email })
    const code = await findInMails(this.server.outbox, email, /^Subject:.*\b([0-9A-HJKMNP-TV-Z]{5})\b/m)
    await this.call('POST', '/newsignupverify', { email, verifyComplete: code })
    return this.#enter(await this.call('POST', '/signup2', { email, password }))
  }

  async logIn() {
    return this.#enter(await this.call('POST', '/combinedAuth', { email: this.email, password }))
  }

  #enter({ accessToken, user }) {
    this.#access = accessToken
    this.userId = user._id
    return this.takeTicket()
  }

  async takeTicket() {
    this.#ticket = (await this.call('POST', '/stsAuth', { id: this.userId, type: 'userUpload' })).SecurityToken
    return this
  }

  withTicket(method, path, json, status = 200) {
    return this.call(method, path, json, { status, token: this.#ticket })
  }

  plan(files) {
    return this.withTicket('POST', '/api/uploads', { files, connection: '4g' }, 201)
  }

  /** The requests that carry a plan's bytes: every blob holds the content from its beginning on. */
  partRequests({ uploadId, blobs }, step = partBytes) {
    return blobs.flatMap(({ blobId, size }) =>
      partsOf(size, step).map(([from, to]) => ({
        method: 'PUT',
        path: `/api/uploads/${uploadId}/blobs/${blobId}?offset=${from}`,
        headers: {
          authorization: `Bearer ${this.#ticket}`,
          'content-type': 'application/octet-stream',
          'x-part-crc32': crcHex(from, to),
        },
        content: [from, to],
        status: 204,
      })),
    )
  }

  /** Answers once the transfer is whole and durable. */
  async publish({ slug }, to) {
    const { email: senderEmail } = this
    const by = to ? { sendAs: 'email', emailTo: [{ email: to }] } : { sendAs: 'link' }
    const { state } = await this.call('POST', '/quicksend2', { slug, senderEmail, ...by })
    if (state !== 'active') throw new Error(`The transfer is ${state}`)
  }

  list(query = '') {
    return this.call('GET', `/getQs?userid=${this.userId}${query}`)
  }

  /** For good: the bin keeps nothing of it. */
  async delete({ slug }) {
    await this.call('POST', '/deleteTransfer', { slug, userid: this.userId })
    await this.call('DELETE', `/api/bin?kind=transfer&slug=${slug}`)
  }

  /** Where a transfer's view, its first file and its zip are had; with the personal link of a recipient's mail, if it went by mail. */
  async addressesOf({ slug }, recipient) {
    const found = recipient && (await findInMails(this.server.outbox, recipient, new RegExp(`/d/${slug}/([0-9A-Za-z]+)`)))
    const user = found ? `user=${found}` : ''
    const view = `/api/transfers/${slug}?${user}`
    const { dl, files } = await this.call('GET', view, undefined, { token: '' })
    const query = `?${user}&dl=${encodeURIComponent(dl)}`
    return { view, file: `/api/transfers/${slug}/files/${files[0].fileId}${query}`, zip: `/api/transfers/${slug}/zip${query}` }
  }
}

let people = 0
export const newAccount = (server) => new Account(server, `sender-${++people}@example.com`).signUp()
