import { checkVerifyEmail, sendVerifyEmail, verifyEmail } from '@sampan/contract/routes/verification'
import type { FastifyInstance } from 'fastify'
import { requestKeyOf } from '../../http/request-key.ts'
import { type HttpContext, serveRoute } from '../../http/serve-route.ts'
import type { Services } from '../../services.ts'
import { checkCode } from './check-code.ts'
import { sendCode } from './send-code.ts'

export function verificationRoutes(app: FastifyInstance, context: HttpContext, services: Services): void {
  for (const route of [verifyEmail, sendVerifyEmail]) {
    serveRoute(app, context, route, ({ actor, body, headers }) =>
      sendCode(services, {
        email: body.email,
        browserHash: actor.browserHash ?? '',
        networkKey: actor.networkKey,
        language: body.language ?? actor.language,
        requestKey: requestKeyOf({ headers }),
      }),
    )
  }
  serveRoute(app, context, checkVerifyEmail, async ({ actor, body }) => {
    await checkCode(services, { email: body.email, purpose: 'send', browserHash: actor.browserHash ?? '' }, body.verifyId)
    return { ok: true as const }
  })
}
