/** The two addresses that browsers are led through, and the calls around them (A11). */
import { cookies } from '@sampan/contract/cookies'
import { Problem } from '@sampan/contract/errors'
import { loginPath, signInDonePath, signInPath } from '@sampan/contract/paths'
import * as contract from '@sampan/contract/routes/sign-in-providers'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { type Actor, bindBrowser, guestOf } from '../../http/actor.ts'
import { readForms } from '../../http/form-body.ts'
import { dropCookie, readCookie, setCookie } from '../../http/own-cookie.ts'
import { requestKeyOf } from '../../http/request-key.ts'
import { type HttpContext, serveRoute } from '../../http/serve-route.ts'
import { urlOf } from '../../links.ts'
import type { Services } from '../../services.ts'
import { answerProvider } from './answer-provider.ts'
import { beginConnecting, beginProviderLogIn, beginProviderProof } from './begin-provider.ts'
import { finishProvider, type Landing } from './finish-provider.ts'
import { confirmConnecting, listConnections, removeConnection } from './provider-connections.ts'
import { refusedLanding } from './provider-landing.ts'
import { takeLogOut } from './provider-log-out.ts'
import type { Saving } from './sessions.ts'

type All = Services & Saving
type Way = { Params: { provider: string }; Querystring: { next?: string } }

export function providerRoutes(app: FastifyInstance, context: HttpContext, services: All): void {
  wayThere(app, services)
  wayBack(app, services)
  sessionRoutes(app, context, services)
  logOutRoute(app, context, services)
}

/** Whoever comes with a browser, signed in or not. */
const visitorOf = (request: FastifyRequest, reply: FastifyReply, { config }: All): Actor =>
  guestOf(request, bindBrowser(request, reply, config))

/** The address may hold the code of a log-in: no page behind it learns it, and nobody keeps it. */
const leadOn = (reply: FastifyReply, to: string) =>
  reply.header('cache-control', 'no-store').header('referrer-policy', 'no-referrer').redirect(to, 302)

/** In the browser's cookies; where it goes on to. */
function keep(reply: FastifyReply, { config }: All, { to, session, half, waiting }: Landing): string {
  dropCookie(reply, cookies.signIn, config)
  if (session?.refreshToken) setCookie(reply, cookies.refresh, session.refreshToken, config)
  if (half) setCookie(reply, cookies.halfLogIn, half, config)
  if (waiting) setCookie(reply, cookies.connecting, waiting, config)
  return to
}

function wayThere(app: FastifyInstance, services: All): void {
  const { config } = services
  app.get<Way>(signInPath(':provider'), async (request, reply) => {
    const actor = visitorOf(request, reply, services)
    const { provider } = request.params
    try {
      const { address, kept } = await beginProviderLogIn(services, actor, provider, request.query.next)
      setCookie(reply, cookies.signIn, kept, config)
      return leadOn(reply, address)
    } catch (error) {
      if (!(error instanceof Problem)) throw error
      return leadOn(reply, refusedLanding(loginPath(actor.language), error.code, provider))
    }
  })
}

function wayBack(app: FastifyInstance, services: All): void {
  const { config } = services
  app.get<Way>(signInDonePath(':provider'), async (request, reply) => {
    const actor = visitorOf(request, reply, services)
    const visit = { actor, refreshToken: readCookie(request, cookies.refresh, config) }
    const kept = readCookie(request, cookies.signIn, config)
    const back = { id: request.params.provider, answer: new URL(urlOf(config, request.url)), kept }
    return leadOn(reply, keep(reply, services, await finishProvider(services, visit, back)))
  })
}

function sessionRoutes(app: FastifyInstance, context: HttpContext, services: All): void {
  const { config } = services
  type Asked = { request: FastifyRequest; reply: FastifyReply }
  const browserOf = ({ request, reply }: Asked) => bindBrowser(request, reply, config)
  const inBrowser = (asked: Asked) => ({
    browserHash: browserOf(asked),
    waiting: readCookie(asked.request, cookies.connecting, config),
  })
  const leaving = (reply: FastifyReply, { address, kept }: { address: string; kept: string }) => {
    setCookie(reply, cookies.signIn, kept, config)
    return { address }
  }
  serveRoute(app, context, contract.listConnections, (asked) => listConnections(services, asked.actor, inBrowser(asked)))
  serveRoute(app, context, contract.beginConnecting, async (asked) => {
    const way = { ...asked.body, browserHash: browserOf(asked) }
    return leaving(asked.reply, await beginConnecting(services, asked.actor, way))
  })
  serveRoute(app, context, contract.confirmConnecting, async (asked) => {
    const connected = await confirmConnecting(services, asked.actor, inBrowser(asked))
    dropCookie(asked.reply, cookies.connecting, config)
    return connected
  })
  serveRoute(app, context, contract.removeConnection, async ({ actor, params, headers }) => {
    await removeConnection(services, actor, { id: params.connectionId, requestKey: requestKeyOf({ headers }) })
    return { ok: true as const }
  })
  serveRoute(app, context, contract.answerProvider, async ({ actor, params, body, headers, request, reply }) => {
    const visit = { actor, refreshToken: readCookie(request, cookies.refresh, config) }
    const kept = readCookie(request, cookies.signIn, config)
    const given = { id: params.provider, ...body, kept, requestKey: requestKeyOf({ headers }) }
    return { to: keep(reply, services, await answerProvider(services, visit, given)) }
  })
  serveRoute(app, context, contract.beginProviderProof, async (asked) => {
    const way = { ...asked.body, browserHash: browserOf(asked) }
    return leaving(asked.reply, await beginProviderProof(services, asked.actor, way))
  })
}

function logOutRoute(app: FastifyInstance, context: HttpContext, services: All): void {
  void app.register(async (forms) => {
    readForms(forms)
    serveRoute(forms, context, contract.backChannelLogOut, async ({ params, request }) => {
      const token = (request.body as { logout_token?: unknown } | null | undefined)?.logout_token
      await takeLogOut(services, params.provider, typeof token === 'string' ? token : '')
      return { ok: true as const }
    })
  })
}
