import { cookies } from '@sampan/contract/cookies'
import { Problem } from '@sampan/contract/errors'
import * as contract from '@sampan/contract/routes/accounts'
import * as credentials from '@sampan/contract/routes/credentials'
import * as passkeys from '@sampan/contract/routes/passkeys'
import * as second from '@sampan/contract/routes/second-factor'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { bearerOf } from '../../http/access-token.ts'
import type { Actor } from '../../http/actor.ts'
import { dropCookie, readCookie, setCookie } from '../../http/own-cookie.ts'
import { requestKeyOf } from '../../http/request-key.ts'
import { isCommandLine } from '../../http/same-origin.ts'
import { type HttpContext, serveRoute } from '../../http/serve-route.ts'
import type { Services } from '../../services.ts'
import { answerSession } from './answer-session.ts'
import { beginSignUp, verifySignUp } from './begin-sign-up.ts'
import { beginEmailChange, confirmEmailChange } from './change-email.ts'
import { changePassword } from './change-password.ts'
import { disownSession } from './disown-session.ts'
import { CodeNeeded, logIn } from './log-in.ts'
import { beginPasskeyLogIn, logInPasskey } from './log-in-passkey.ts'
import { logInSecondFactor } from './log-in-second-factor.ts'
import { logOut, refreshSession } from './refresh-session.ts'
import { askReset, checkReset, resetPassword } from './reset-password.ts'
import { passkeyRoutes } from './routes-passkeys.ts'
import { providerRoutes } from './routes-providers.ts'
import { secondFactorRoutes } from './routes-second-factor.ts'
import { endOtherSessions, endSession, listSessions } from './session-list.ts'
import type { Saving } from './sessions.ts'
import { signUp } from './sign-up.ts'
import { beginPasskeySignUp } from './sign-up-passkey.ts'

type Asked = { actor: Actor; request: FastifyRequest; reply: FastifyReply }

export function accountRoutes(app: FastifyInstance, context: HttpContext, services: Services & Saving): void {
  const { config } = services
  /** What a command-line client sends itself. */
  const ownTokenOf = (request: FastifyRequest): string | null =>
    isCommandLine(request) ? bearerOf(request.headers.authorization) : null
  /** A browser's is in its cookie. */
  const refreshTokenOf = (request: FastifyRequest): string | null =>
    ownTokenOf(request) ?? readCookie(request, cookies.refresh, config)
  const visitOf = ({ actor, request }: Asked) => ({ actor, refreshToken: refreshTokenOf(request) })
  const signedIn = answerSession.bind(null, config)

  serveRoute(app, context, contract.newsignupverify, async ({ actor, body, headers, reply }) => {
    const { email, verifyComplete, language } = body
    const { networkKey } = actor
    const browser = { networkKey, browserHash: actor.browserHash!, language: language ?? actor.language }
    const asked = { email, ...browser, requestKey: requestKeyOf({ headers }) }
    const step = await (verifyComplete
      ? verifySignUp(services, asked, verifyComplete)
      : beginSignUp(services, asked, body.password))
    if (step.ticket) setCookie(reply, cookies.signUpTicket, step.ticket.token, config)
    const expiresAt = step.ticket ? step.ticket.expiresAt : step.codeExpiresAt
    return { ok: true as const, verified: step.ticket !== null, expiresAt: expiresAt.toISOString() }
  })
  serveRoute(app, context, contract.signup2, async (asked) => {
    const ticket = readCookie(asked.request, cookies.signUpTicket, config)
    const { savedSlug, ...session } = await signUp(services, visitOf(asked), ticket, asked.body)
    dropCookie(asked.reply, cookies.signUpTicket, config)
    return { ...signedIn(asked, session), savedSlug }
  })
  serveRoute(app, context, passkeys.beginPasskeySignUp, ({ actor, body, request }) => {
    const ticket = readCookie(request, cookies.signUpTicket, config)
    return beginPasskeySignUp(services, { email: body.email, browserHash: actor.browserHash! }, ticket)
  })
  serveRoute(app, context, contract.combinedAuth, async (asked) => {
    const session = await logIn(services, visitOf(asked), asked.body).catch((error) => {
      if (error instanceof CodeNeeded) setCookie(asked.reply, cookies.halfLogIn, error.half, config)
      throw error
    })
    return signedIn(asked, session)
  })
  serveRoute(app, context, second.logInSecondFactor, async (asked) => {
    const half = readCookie(asked.request, cookies.halfLogIn, config)
    const input = { ...asked.body, requestKey: requestKeyOf(asked) }
    const session = await logInSecondFactor(services, visitOf(asked), half, input)
    dropCookie(asked.reply, cookies.halfLogIn, config)
    return signedIn(asked, session)
  })
  serveRoute(app, context, passkeys.beginPasskeyLogIn, async (asked) => beginPasskeyLogIn(services, visitOf(asked)))
  serveRoute(app, context, passkeys.logInPasskey, async (asked) => {
    const input = { ...asked.body, requestKey: requestKeyOf(asked) }
    return signedIn(asked, await logInPasskey(services, visitOf(asked), input))
  })
  serveRoute(app, context, contract.refreshToken, async (asked) => {
    try {
      const session = await refreshSession(services, refreshTokenOf(asked.request))
      return signedIn(asked, session, ownTokenOf(asked.request) !== null)
    } catch (error) {
      if (error instanceof Problem && error.code === 'signedOut') dropCookie(asked.reply, cookies.refresh, config)
      throw error
    }
  })
  serveRoute(app, context, contract.logout, async ({ request, reply }) => {
    await logOut(services, refreshTokenOf(request))
    dropCookie(reply, cookies.refresh, config)
    return { ok: true as const }
  })
  credentialRoutes(app, context, services)
  secondFactorRoutes(app, context, services)
  passkeyRoutes(app, context, services)
  providerRoutes(app, context, services)
}

const ok = { ok: true as const }

function credentialRoutes(app: FastifyInstance, context: HttpContext, services: Services & Saving): void {
  serveRoute(app, context, credentials.resetPasswordLink, async ({ actor, body, headers }) => {
    await askReset(services, actor, { email: body.email, requestKey: requestKeyOf({ headers }) })
    return ok
  })
  serveRoute(app, context, credentials.passTokenCheck, async ({ body }) => {
    await checkReset(services, body.token)
    return ok
  })
  serveRoute(app, context, credentials.resetPassword, async ({ actor, body, headers }) => {
    await resetPassword(services, actor, { ...body, requestKey: requestKeyOf({ headers }) })
    return ok
  })
  serveRoute(app, context, credentials.changePassword, async ({ actor, body }) => {
    await changePassword(services, actor, body)
    return ok
  })
  serveRoute(app, context, credentials.beginEmailChange, ({ actor, body, headers }) =>
    beginEmailChange(services, actor, { ...body, requestKey: requestKeyOf({ headers }) }),
  )
  serveRoute(app, context, credentials.confirmEmailChange, ({ actor, body }) => confirmEmailChange(services, actor, body))
  serveRoute(app, context, credentials.listSessions, ({ actor }) => listSessions(services, actor))
  serveRoute(app, context, credentials.endSession, async ({ actor, params }) => {
    await endSession(services, actor, params.sessionId)
    return ok
  })
  serveRoute(app, context, credentials.disownSession, async ({ body }) => {
    await disownSession(services, body.token)
    return ok
  })
  serveRoute(app, context, credentials.endOtherSessions, async ({ actor }) => {
    await endOtherSessions(services, actor)
    return ok
  })
}
