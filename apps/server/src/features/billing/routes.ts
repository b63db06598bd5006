import * as contract from '@sampan/contract/routes/billing'
import * as detailsContract from '@sampan/contract/routes/billing-details'
import * as sandboxContract from '@sampan/contract/routes/sandbox'
import type { FastifyInstance } from 'fastify'
import type { SignedIn } from '../../http/actor.ts'
import { type HttpContext, readRequest, serveRoute } from '../../http/serve-route.ts'
import type { Services } from '../../services.ts'
import { readDetails, saveDetails } from './billing-details.ts'
import { subscribe } from './buy.ts'
import { addCard, beginCard, payOwed } from './cards.ts'
import { cancelPlan, continueOnFree, previewSwitch, resumePlan, switchPlan } from './change-plan.ts'
import { openCheckout } from './checkout.ts'
import { invoicePdf, listInvoices, openPortal } from './invoices.ts'
import { limitPayments, limitReads } from './limit-payments.ts'
import { asking, charging } from './needs.ts'
import { requireOwn } from './own-ids.ts'
import { readAgain } from './read-again.ts'
import * as sandbox from './sandbox-acts.ts'
import { billingView, modeOf, stripeData } from './view.ts'
import { readWatched } from './watch.ts'
import { takeEvent } from './webhook.ts'

/** A try of a card or a purchase. */
async function limited<T>(services: Services, actor: SignedIn, work: () => Promise<T>): Promise<T> {
  await limitPayments(services, actor)
  return charging(services, actor.ownerId, work)
}

export function billingRoutes(app: FastifyInstance, context: HttpContext, services: Services): void {
  const ask = <T>(work: () => Promise<T>) => asking(services, work)
  const paying = <T>(actor: SignedIn, work: () => Promise<T>) => limited(services, actor, work)
  const opening = async <T>(actor: SignedIn, work: () => Promise<T>) => {
    await limitPayments(services, actor)
    return ask(work)
  }
  serveRoute(app, context, contract.paymentsMode, async () => modeOf(services))
  serveRoute(app, context, contract.readBilling, ({ actor }) => ask(() => readBilling(services, actor.ownerId)))
  serveRoute(app, context, contract.getStripeData, async ({ actor, headers }) => {
    await requireOwn(services, actor, { customers: [headers.stripeId] })
    await limitReads(services, actor)
    return ask(async () => {
      await readAgain(services, actor.ownerId)
      return stripeData(services, actor.ownerId)
    })
  })
  serveRoute(app, context, contract.addCard, ({ actor, body }) => paying(actor, () => addCard(services, actor, body)))
  serveRoute(app, context, contract.payOwed, ({ actor }) => paying(actor, () => payOwed(services, actor)))
  serveRoute(app, context, contract.beginCard, ({ actor }) => opening(actor, () => beginCard(services, actor)))
  serveRoute(app, context, contract.createSubscription, ({ actor, body }) =>
    // A trial that is begun, of which there is one, tries no card.
    body.trial ? ask(() => subscribe(services, actor, body)) : paying(actor, () => subscribe(services, actor, body)),
  )
  serveRoute(app, context, contract.createCheckoutSession, ({ actor, body }) =>
    opening(actor, () => openCheckout(services, actor, body)),
  )
  planRoutes(app, context, services)
  invoiceRoutes(app, context, services)
  sandboxRoutes(app, context, services)
}

/** What was just paid or confirmed elsewhere may not have reached us as an event. */
async function readBilling(services: Services, ownerId: string): Promise<contract.BillingView> {
  await readWatched(services, ownerId)
  return billingView(services, ownerId)
}

function planRoutes(app: FastifyInstance, context: HttpContext, services: Services): void {
  const ask = <T>(work: () => Promise<T>) => asking(services, work)
  serveRoute(app, context, contract.previewSwitch, ({ actor, body }) => ask(() => previewSwitch(services, actor, body.priceId)))
  serveRoute(app, context, contract.switchPlan, ({ actor, body }) =>
    limited(services, actor, () => switchPlan(services, actor, body)),
  )
  serveRoute(app, context, contract.cancelPlan, ({ actor }) => ask(() => cancelPlan(services, actor)))
  serveRoute(app, context, contract.resumePlan, ({ actor }) => ask(() => resumePlan(services, actor)))
  serveRoute(app, context, contract.continueOnFree, ({ actor }) => ask(() => continueOnFree(services, actor)))
}

function invoiceRoutes(app: FastifyInstance, context: HttpContext, services: Services): void {
  serveRoute(app, context, detailsContract.readBillingDetails, ({ actor }) => readDetails(services, actor))
  serveRoute(app, context, detailsContract.saveBillingDetails, ({ actor, body }) => saveDetails(services, actor, body))
  serveRoute(app, context, contract.listInvoices, async ({ actor }) => {
    await limitReads(services, actor)
    return asking(services, () => listInvoices(services, actor))
  })
  serveRoute(app, context, contract.openPortal, ({ actor }) => asking(services, () => openPortal(services, actor)))
  app.get(contract.invoicePdf.path, async (request, reply) => {
    const { actor, params } = await readRequest(context, contract.invoicePdf, request, reply)
    await limitReads(services, actor)
    const bytes = await asking(services, () => invoicePdf(services, actor, params.invoiceId))
    const headers = {
      'content-type': 'application/pdf',
      'content-disposition': 'attachment; filename="invoice.pdf"',
      'cache-control': 'no-store',
    }
    return reply.headers(headers).send(bytes)
  })
}

function sandboxRoutes(app: FastifyInstance, context: HttpContext, services: Services): void {
  const ask = <T>(work: () => Promise<T>) => asking(services, work)
  serveRoute(app, context, sandboxContract.sandboxCard, ({ actor, body }) => ask(() => sandbox.takeCard(services, actor, body)))
  serveRoute(app, context, sandboxContract.sandboxConfirm, ({ actor, body }) => ask(() => sandbox.confirm(services, actor, body)))
  serveRoute(app, context, sandboxContract.sandboxCheckout, ({ actor, body }) =>
    ask(() => sandbox.finishCheckout(services, actor, body)),
  )
  serveRoute(app, context, sandboxContract.sandboxClock, ({ actor, body }) =>
    ask(() => sandbox.passTime(services, actor, body.advanceSeconds)),
  )
}

/** The signature is over the bytes as they came: nobody parses them before. Heard also where nothing is sold any more: what goes on is known. */
export function webhookRoute(app: FastifyInstance, context: HttpContext, services: Services): void {
  void app.register(async (raw) => {
    raw.removeAllContentTypeParsers()
    raw.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, done) => done(null, body))
    serveRoute(raw, context, contract.stripeWebhook, async ({ request }) => {
      const body = Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0)
      await takeEvent(services, body, String(request.headers['stripe-signature'] ?? ''))
      return { ok: true as const }
    })
  })
}
