/** What the mock answers to each call that we make; the forms are checked by Stripe's own types. */
import { namedMethod } from '../sandbox-cards.ts'
import { endNow, payDue, preview, subscribe, switchPrice } from '../sandbox-charges.ts'
import { beginState, costOf, newId, type State, type SubscriptionState, voidInvoice } from '../sandbox-state.ts'
import {
  customerObject,
  intentOf,
  invoiceObject,
  isListed,
  listOf,
  methodsOf,
  pageOf,
  priceIdIn,
  subscriptionObject,
} from './stripe-objects.ts'
import {
  cardError,
  found,
  get,
  invoiceIn,
  missing,
  ownMethod,
  post,
  Refusal,
  type Route,
  route,
  sessionIn,
  stateOf,
  subscriptionIn,
  type World,
} from './stripe-world.ts'

const shown = (world: World, { state, it }: { state: State; it: SubscriptionState }) =>
  subscriptionObject(state, it, world.prices, false)

const customers: Route[] = [
  post('customers', ['Customers', 'CustomerCreateParams'], (world, { form }) => {
    const state = beginState(newId('cus'), { ownerId: form.metadata?.owner ?? '', email: form.email, name: form.name ?? '' })
    world.customers.set(state.id, state)
    return customerObject(state)
  }),
  get('customers', ['Customers', 'CustomerListParams'], (world, { form }) =>
    listOf([...world.customers.values()].flatMap((state) => (state?.email === form.email ? [customerObject(state!)] : []))),
  ),
  get('customers/:id', ['Customers', 'CustomerRetrieveParams'], (world, _, id) => {
    if (world.customers.get(id) === null) return { id, object: 'customer', deleted: true }
    return customerObject(stateOf(world, id))
  }),
  post('customers/:id', ['Customers', 'CustomerUpdateParams'], (world, { form }, id) => {
    const state = stateOf(world, id)
    const chosen = form.invoice_settings?.default_payment_method
    if (chosen) state.methodId = ownMethod(state, chosen)
    if (form.email) state.email = form.email
    if (form.name !== undefined) state.name = form.name
    return customerObject(state)
  }),
  get('customers/:id/tax_ids', ['Customers', 'CustomerListTaxIdsParams'], (world, _, id) =>
    listOf(world.taxIds.get(stateOf(world, id).id) ?? []),
  ),
  post('customers/:id/tax_ids', ['Customers', 'CustomerCreateTaxIdParams'], (world, { form: { type, value } }, id) => {
    if (/0{9}/.test(value)) throw new Refusal(400, 'invalid_request_error', 'Invalid value', 'tax_id_invalid')
    const made = { id: newId('txi'), object: 'tax_id', type, value }
    world.taxIds.set(id, [...(world.taxIds.get(stateOf(world, id).id) ?? []), made])
    return made
  }),
  route('DELETE', 'customers/[^/]+/tax_ids/:id', null, (world, _, id) => {
    for (const [customer, all] of world.taxIds)
      world.taxIds.set(
        customer,
        all.filter((each) => each.id !== id),
      )
    return { id, object: 'tax_id', deleted: true }
  }),
  post('customers/:id/balance_transactions', ['Customers', 'CustomerCreateBalanceTransactionParams'], (world, { form }, id) => {
    const state = stateOf(world, id)
    state.balanceCents -= Number(form.amount)
    const { metadata = {} } = form
    const transaction = { id: newId('cbtxn'), object: 'customer_balance_transaction', metadata }
    world.transactions.set(id, [transaction, ...(world.transactions.get(id) ?? [])])
    return transaction
  }),
  get('customers/:id/balance_transactions', ['Customers', 'CustomerListBalanceTransactionsParams'], (world, _, id) =>
    listOf(world.transactions.get(id) ?? []),
  ),
  route('DELETE', 'customers/:id', null, (world, _, id) => {
    stateOf(world, id)
    world.customers.set(id, null)
    return { id, object: 'customer', deleted: true }
  }),
]

const methods: Route[] = [
  get('payment_methods', ['PaymentMethods', 'PaymentMethodListParams'], (world, { form }) =>
    listOf(methodsOf(stateOf(world, form.customer)).reverse()),
  ),
  get('payment_methods/:id', ['PaymentMethods', 'PaymentMethodRetrieveParams'], (world, _, id) => {
    if (namedMethod(id, world.nowMs())) return { id, object: 'payment_method', type: 'card', customer: null }
    return found(world, methodsOf as (state: State) => { id: string }[], id).it
  }),
  post('payment_methods/:id/attach', ['PaymentMethods', 'PaymentMethodAttachParams'], (world, { form }, id) => {
    const method = namedMethod(id, world.nowMs())
    if (!method) throw missing('payment_method')
    if (method.kind === 'declined') throw cardError('card_declined')
    const state = stateOf(world, form.customer)
    state.methods.push(method)
    return methodsOf(state).at(-1)!
  }),
  post('setup_intents', ['SetupIntents', 'SetupIntentCreateParams'], () => ({
    id: 'seti',
    client_secret: `${newId('seti')}_secret_x`,
  })),
]

const subscriptions: Route[] = [
  get('subscriptions', ['Subscriptions', 'SubscriptionListParams'], (world, { form }) => {
    const state = stateOf(world, form.customer)
    const expands = (form.expand ?? []).includes('data.latest_invoice')
    const listed = state.subscriptions.filter((each) => isListed(each, form.status))
    return pageOf(
      listed.map((each) => ({
        ...subscriptionObject(state, each, world.prices, expands),
        metadata: world.notes.get(each.id) ?? {},
      })),
      form,
    )
  }),
  post('subscriptions', ['Subscriptions', 'SubscriptionCreateParams'], (world, { form }) => {
    const state = stateOf(world, form.customer)
    const card = form.default_payment_method && ownMethod(state, form.default_payment_method)
    const endsAt = form.trial_end ? Number(form.trial_end) * 1000 : null
    const { subscriptionId } = subscribe(state, priceIdIn(world.prices, form.items[0].price), endsAt, world.nowMs(), card ?? null)
    world.notes.set(subscriptionId, form.metadata ?? {})
    return shown(world, subscriptionIn(world, subscriptionId))
  }),
  get('subscriptions/:id', ['Subscriptions', 'SubscriptionRetrieveParams'], (world, _, id) =>
    shown(world, subscriptionIn(world, id)),
  ),
  post('subscriptions/:id', ['Subscriptions', 'SubscriptionUpdateParams'], (world, { form }, id) => {
    const { state, it } = subscriptionIn(world, id)
    if (it.status === 'canceled') throw new Refusal(400, 'invalid_request_error', 'A canceled subscription can only be read')
    if (form.default_payment_method) it.methodId = ownMethod(state, form.default_payment_method)
    if (form.cancel_at_period_end) it.isCancelling = form.cancel_at_period_end === 'true'
    if (form.items) {
      const at = form.proration_date ? Number(form.proration_date) * 1000 : world.nowMs()
      const before = state.invoices[0]
      switchPrice(state, it, priceIdIn(world.prices, form.items[0].price), at, world.nowMs())
      // Stripe leaves the invoice of a pending update open; voiding it is the caller's.
      const [latest] = state.invoices
      if (latest && latest !== before && latest.status === 'void') latest.status = 'open'
    }
    return shown(world, { state, it })
  }),
  route('DELETE', 'subscriptions/:id', null, (world, _, id) => {
    const { state, it } = subscriptionIn(world, id)
    endNow(state, id)
    return shown(world, { state, it })
  }),
]

const invoices: Route[] = [
  get('invoices', ['Invoices', 'InvoiceListParams'], (world, { form }) => {
    const all = form.customer ? [stateOf(world, form.customer)] : [subscriptionIn(world, form.subscription).state]
    const listed = all.flatMap((state) =>
      state.invoices
        .filter(({ subscriptionId }) => !form.subscription || subscriptionId === form.subscription)
        .map((each) => invoiceObject(state, each, world.url)),
    )
    return listOf(listed.filter(({ status }) => !form.status || status === form.status))
  }),
  post('invoices/create_preview', ['Invoices', 'InvoiceCreatePreviewParams'], (world, { form }) => {
    const { state, it } = subscriptionIn(world, form.subscription)
    const { items, proration_date } = form.subscription_details
    const priceId = priceIdIn(world.prices, items[0].price)
    const { dueNowCents, creditCents, nextCents, nextAt } = preview(it, priceId, Number(proration_date) * 1000)
    const total = dueNowCents > 0 ? dueNowCents : nextCents - costOf(it, priceId, nextAt.getTime())
    return {
      object: 'invoice',
      total,
      starting_balance: -state.balanceCents,
      amount_due: Math.max(0, total - state.balanceCents),
      lines: listOf([{ amount: -creditCents }, { amount: total + creditCents }]),
    }
  }),
  get('invoices/:id', ['Invoices', 'InvoiceRetrieveParams'], (world, _, id) => {
    const { state, it } = invoiceIn(world, id)
    return invoiceObject(state, it, world.url)
  }),
  post('invoices/:id/pay', ['Invoices', 'InvoicePayParams'], (world, { form }, id) => {
    const { state, it } = invoiceIn(world, id)
    if (it.isDraft) throw new Refusal(400, 'invalid_request_error', 'A draft can be paid once it is finalized')
    const { it: subscription } = subscriptionIn(world, it.subscriptionId)
    const own = subscription.methodId ?? null
    // For this payment alone.
    subscription.methodId = form.payment_method ?? own
    const charge = payDue(state, world.nowMs())
    subscription.methodId = own
    if (charge?.outcome === 'needsConfirmation') throw cardError('invoice_payment_intent_requires_action')
    if (charge?.outcome !== 'paid') throw cardError('card_declined')
    return invoiceObject(state, it, world.url)
  }),
  post('invoices/:id/void', ['Invoices', 'InvoiceVoidInvoiceParams'], (world, _, id) => {
    const { state, it } = invoiceIn(world, id)
    if (it.status !== 'open' || it.isDraft) throw new Refusal(400, 'invalid_request_error', 'You can only void open invoices')
    voidInvoice(state, it)
    return invoiceObject(state, it, world.url)
  }),
  post('invoices/:id/finalize', ['Invoices', 'InvoiceFinalizeInvoiceParams'], (world, _, id) => {
    const { state, it } = invoiceIn(world, id)
    if (!it.isDraft) throw new Refusal(400, 'invalid_request_error', 'This invoice is finalized')
    it.isDraft = false
    return invoiceObject(state, it, world.url)
  }),
  route('DELETE', 'invoices/:id', null, () => {
    throw new Refusal(400, 'invalid_request_error', 'You can only delete one-off invoices in draft')
  }),
  get('invoice_payments', ['InvoicePayments', 'InvoicePaymentListParams'], (world, { form }) => {
    const { state, it } = invoiceIn(world, form.invoice)
    return listOf([{ payment: { type: 'payment_intent', payment_intent: intentOf(state, it, world.nowMs()) } }])
  }),
  get('credit_notes', ['CreditNotes', 'CreditNoteListParams'], (world, { form }) => {
    const { it } = invoiceIn(world, form.invoice)
    return listOf(world.creditNotes.get(it.id) ?? [])
  }),
  post('credit_notes', ['CreditNotes', 'CreditNoteCreateParams'], (world, { form }) => {
    const { it } = invoiceIn(world, form.invoice)
    if (it.status !== 'paid') throw new Refusal(400, 'invalid_request_error', 'The invoice is not paid')
    it.status = 'refunded'
    const { amount, metadata = {} } = form
    const note = { id: newId('cn'), object: 'credit_note', amount: Number(amount), metadata }
    world.creditNotes.set(it.id, [note, ...(world.creditNotes.get(it.id) ?? [])])
    return note
  }),
]

const catalogue: Route[] = [
  get('products', ['Products', 'ProductListParams'], (world, { form }) =>
    listOf(form.ids.flatMap((id: string) => world.products.get(id) ?? [])),
  ),
  post('products', ['Products', 'ProductCreateParams'], (world, { form }) => {
    world.products.set(form.id, { id: form.id, name: form.name, active: true })
    return world.products.get(form.id)!
  }),
  post('products/:id', ['Products', 'ProductUpdateParams'], (world, { form }, id) =>
    Object.assign(world.products.get(id)!, { name: form.name }),
  ),
  get('prices', ['Prices', 'PriceListParams'], (world, { form }) =>
    listOf(world.prices.filter(({ active, lookup_key }) => active && form.lookup_keys.includes(lookup_key))),
  ),
  post('prices', ['Prices', 'PriceCreateParams'], (world, { form }) => {
    const former = world.prices.find(({ lookup_key }) => lookup_key === form.lookup_key)
    if (former && form.transfer_lookup_key !== 'true') throw new Refusal(400, 'invalid_request_error', 'lookup key is taken')
    if (former) former.lookup_key = null
    const { product, currency, lookup_key, metadata } = form
    const recurring = { interval: form.recurring.interval, interval_count: 1 }
    world.prices.push({
      id: newId('price'),
      product,
      currency,
      lookup_key,
      metadata,
      recurring,
      unit_amount: Number(form.unit_amount),
      active: true,
    })
    return world.prices.at(-1)!
  }),
  post('prices/:id', ['Prices', 'PriceUpdateParams'], (world, { form }, id) =>
    Object.assign(world.prices.find((price) => price.id === id)!, { active: form.active === 'true' }),
  ),
  post('checkout/sessions', ['Checkout/Sessions', 'Checkout.SessionCreateParams'], (world, { form }) => {
    const { id: customer } = stateOf(world, form.customer)
    const id = newId('cs_test')
    world.sessions.set(id, { id, customer, status: 'open', client_secret: `${id}_secret_x` })
    return world.sessions.get(id)!
  }),
  get('checkout/sessions/:id', ['Checkout/Sessions', 'Checkout.SessionRetrieveParams'], (world, _, id) => sessionIn(world, id)),
  post('checkout/sessions/:id/expire', ['Checkout/Sessions', 'Checkout.SessionExpireParams'], (world, _, id) => {
    const session = sessionIn(world, id)
    if (session.status !== 'open') throw new Refusal(400, 'invalid_request_error', 'Only open sessions can be expired')
    session.status = 'expired'
    return session
  }),
  post('billing_portal/sessions', ['BillingPortal/Sessions', 'BillingPortal.SessionCreateParams'], (world, { form }) => {
    stateOf(world, form.customer)
    return { url: 'https://billing.stripe.com/p/session/test_1' }
  }),
]

export const routes: Route[] = [...customers, ...methods, ...subscriptions, ...invoices, ...catalogue]
