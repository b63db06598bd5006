/** What the mock of Stripe keeps, how a call finds it there, and how it is refused. */
import type { InvoiceState, State, SubscriptionState } from '../sandbox-state.ts'
import type { PriceObject } from './stripe-objects.ts'
import { paramsOf } from './stripe-params.ts'

export type World = {
  customers: Map<string, State | null>
  prices: PriceObject[]
  products: Map<string, { id: string; name: string; active: boolean }>
  /** Cards that no customer has yet. */
  loose: Map<string, string>
  sessions: Map<string, SessionObject>
  /** Changes of credit, by customer. */
  transactions: Map<string, object[]>
  /** Tax ids, by customer. */
  taxIds: Map<string, { id: string; type: string; value: string }[]>
  /** Credit notes, by invoice; newest first. */
  creditNotes: Map<string, object[]>
  /** What a subscription's call noted, by its id. */
  notes: Map<string, Record<string, string>>
  url: string
  nowMs: () => number
}
type SessionObject = { id: string; customer: string; status: 'open' | 'complete' | 'expired'; client_secret: string }
// biome-ignore lint/suspicious/noExplicitAny: a form of any of the calls
export type Call = { form: any; path: string }
export type Route = {
  on: RegExp
  wrong: ((form: unknown) => string | null) | null
  answer: (world: World, call: Call, id: string) => object
}

export class Refusal extends Error {
  constructor(
    readonly status: number,
    readonly type: string,
    message: string,
    readonly code?: string,
  ) {
    super(message)
  }
}
export const missing = (what: string) => new Refusal(404, 'invalid_request_error', `No such ${what}`, 'resource_missing')
export const cardError = (code: string) => new Refusal(402, 'card_error', code, code)

export function stateOf({ customers }: World, id: string): State {
  const state = customers.get(id)
  if (!state) throw missing('customer')
  return state
}

export function found<T extends { id: string }>(
  { customers }: World,
  listed: (state: State) => T[],
  id: string,
): { state: State; it: T } {
  for (const state of customers.values()) {
    const it = state && listed(state).find((each) => each.id === id)
    if (it) return { state, it }
  }
  throw missing('object')
}
export const ownMethod = (state: State, id: string): string => {
  if (!state.methods.some((method) => method.id === id)) throw missing('payment_method')
  return id
}
export const subscriptionIn = (world: World, id: string) => found<SubscriptionState>(world, (state) => state.subscriptions, id)
export const invoiceIn = (world: World, id: string) => found<InvoiceState>(world, (state) => state.invoices, id)
export function sessionIn({ sessions }: World, id: string): SessionObject {
  const session = sessions.get(id)
  if (!session) throw missing('checkout session')
  return session
}
export const get = (path: string, params: [string, string] | null, answer: Route['answer']) => route('GET', path, params, answer)
export const post = (path: string, params: [string, string] | null, answer: Route['answer']) =>
  route('POST', path, params, answer)
export const route = (method: string, path: string, params: [string, string] | null, answer: Route['answer']): Route => ({
  on: new RegExp(`^${method} /v1/${path.replace(':id', '([^/]+)')}$`),
  wrong: params && paramsOf(...params),
  answer,
})
