/**
 * A stand-in for Stripe's API, for the calls that we make: keeps state, checks each form by Stripe's own parameter types, answers a
 * repeated key as before, and fails on demand, before or after it has done what was asked. Money is the sandbox's, so that both
 * adapters can be held to one suite.
 */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { parse } from 'qs'
import { testClock } from '../../../../test/support/clock.ts'
import { confirm } from '../sandbox-charges.ts'
import { advance, putBack, type State } from '../sandbox-state.ts'
import { routes } from './stripe-routes.ts'
import { type Call, Refusal, type World } from './stripe-world.ts'

/** A reply that does not come, comes as an error, or is cut off; `after` the work was done. */
export type Fault = { on: RegExp; when: 'before' | 'after'; how: 'silence' | 'reset' | 409 | 429 | 500 }
type Seen = { method: string; path: string; form: Record<string, unknown>; key: string | undefined }

async function bodyOf(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(chunk as Buffer)
  return Buffer.concat(chunks).toString()
}

const json = { 'content-type': 'application/json' }
const errorOf = (type: string, message: string, code?: string) => ({ error: { type, message, ...(code && { code }) } })

/** qs makes no lists of GET's `lookup_keys[0]` beyond its bounds; ours are short. */
const formOf = (text: string) => parse(text, { depth: 12, arrayLimit: 200 }) as Record<string, unknown>

export class StripeMock {
  readonly seen: Seen[] = []
  readonly faults: Fault[] = []
  /** While it lasts: calls of this kind are answered with an error of Stripe's own, which their keys keep. */
  outage: RegExp | null = null
  readonly world: World
  private readonly meanwhile: { on: RegExp; work: () => void }[] = []
  private readonly answers = new Map<string, { asked: string; status: number; body: object }>()
  private readonly server = createServer((request, response) => void this.serve(request, response))

  private constructor(clock: () => Date) {
    this.world = {
      customers: new Map(),
      prices: [],
      products: new Map(),
      loose: new Map(),
      sessions: new Map(),
      transactions: new Map(),
      taxIds: new Map(),
      creditNotes: new Map(),
      notes: new Map(),
      url: '',
      nowMs: () => clock().getTime(),
    }
  }

  static async start(clock: () => Date = testClock): Promise<StripeMock> {
    const mock = new StripeMock(clock)
    await new Promise<void>((resolve) => mock.server.listen(0, '127.0.0.1', resolve))
    mock.world.url = `http://127.0.0.1:${(mock.server.address() as AddressInfo).port}`
    return mock
  }

  get url(): string {
    return this.world.url
  }

  customer(id: string): State {
    const state = this.world.customers.get(id)
    if (!state) throw new Error(`no customer ${id}`)
    advance(state, this.world.nowMs())
    return state
  }

  passTime(id: string, seconds: number): void {
    putBack(this.customer(id), seconds * 1000)
  }

  /** Something that happens at the provider just before it takes the next call of a kind. */
  before(on: RegExp, work: () => void): void {
    this.meanwhile.push({ on, work })
  }

  /** What the bank's page does in the cardholder's browser. */
  confirm(id: string, secret: string, isAllowed: boolean): void {
    confirm(this.customer(id), secret, isAllowed, this.world.nowMs())
  }

  close(): Promise<void> {
    this.server.closeAllConnections()
    return new Promise((resolve) => this.server.close(() => resolve()))
  }

  private async serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const url = new URL(request.url!, this.url)
    const text = await bodyOf(request)
    const method = request.method!
    const asked = `${method} ${url.pathname}`
    if (url.pathname.startsWith('/pdf/')) return void response.end('%PDF-1.4 of the mock')
    const form = formOf(method === 'GET' ? url.search.slice(1) : text)
    const key = request.headers['idempotency-key'] as string | undefined
    this.seen.push({ method, path: url.pathname, form, key })
    const now = this.meanwhile.findIndex(({ on }) => on.test(asked))
    if (now >= 0) this.meanwhile.splice(now, 1)[0]!.work()
    const at = this.faults.findIndex(({ on }) => on.test(asked))
    const fault = at < 0 ? undefined : this.faults.splice(at, 1)[0]
    if (fault?.when === 'before') return this.fail(fault, `${asked} ${text}`, request, response)
    if (this.outage?.test(asked) && !this.answers.has(key ?? ''))
      return this.fail({ on: this.outage, when: 'before', how: 500 }, `${asked} ${text}`, request, response)
    const isReplay = key !== undefined && this.answers.has(key)
    const { status, body } = this.once(key, `${asked} ${text}`, () => this.answer(asked, { form, path: url.pathname }))
    if (fault) return this.fail(fault, `${asked} ${text}`, request, response)
    const date = new Date(this.world.nowMs()).toUTCString()
    response.writeHead(status, { ...json, date, ...(isReplay && { 'idempotent-replayed': 'true' }) }).end(JSON.stringify(body))
  }

  /** An error of Stripe's own is what its key is answered with from then on, whatever was done. */
  private fail({ how }: Fault, asked: string, request: IncomingMessage, response: ServerResponse): void {
    if (how === 'reset') return void request.socket.destroy()
    if (how === 'silence') return
    const body = errorOf('api_error', 'a fault of the mock')
    const key = request.headers['idempotency-key'] as string | undefined
    if (how === 500 && key !== undefined) this.answers.set(key, { asked, status: how, body })
    response.writeHead(how, json).end(JSON.stringify(body))
  }

  /** Stripe remembers what it answered to a key, for calls of the same content. */
  private once(key: string | undefined, asked: string, work: () => { status: number; body: object }) {
    const known = key === undefined ? undefined : this.answers.get(key)
    if (known && known.asked !== asked) return { status: 400, body: errorOf('idempotency_error', 'another call had this key') }
    const answer = known ?? { asked, ...work() }
    if (key !== undefined) this.answers.set(key, answer)
    return answer
  }

  private answer(asked: string, call: Call): { status: number; body: object } {
    const route = routes.find(({ on }) => on.test(asked))
    if (!route) return { status: 404, body: errorOf('invalid_request_error', `Unrecognized request URL (${asked})`) }
    const wrong = route.wrong?.(call.form)
    if (wrong) return { status: 400, body: errorOf('invalid_request_error', wrong) }
    try {
      for (const state of this.world.customers.values()) if (state) advance(state, this.world.nowMs())
      return { status: 200, body: route.answer(this.world, call, route.on.exec(asked)?.[1] ?? '') }
    } catch (error) {
      if (!(error instanceof Refusal)) throw error
      const { status, type, code, message } = error
      return { status, body: errorOf(type, message, code) }
    }
  }
}
