import * as contract from '@sampan/contract/routes/second-factor'
import type { FastifyInstance } from 'fastify'
import { requestKeyOf } from '../../http/request-key.ts'
import { type HttpContext, serveRoute } from '../../http/serve-route.ts'
import type { Services } from '../../services.ts'
import { prove } from './prove.ts'
import {
  beginSecondFactor,
  confirmSecondFactor,
  readSecondFactor,
  removeSecondFactor,
  renewRecoveryCodes,
} from './second-factor.ts'

const ok = { ok: true as const }

export function secondFactorRoutes(app: FastifyInstance, context: HttpContext, services: Services): void {
  serveRoute(app, context, contract.readSecondFactor, ({ actor }) => readSecondFactor(services, actor))
  serveRoute(app, context, contract.beginSecondFactor, ({ actor }) => beginSecondFactor(services, actor))
  serveRoute(app, context, contract.confirmSecondFactor, ({ actor, body }) => confirmSecondFactor(services, actor, body.code))
  serveRoute(app, context, contract.removeSecondFactor, async ({ actor }) => {
    await removeSecondFactor(services, actor)
    return ok
  })
  serveRoute(app, context, contract.renewRecoveryCodes, ({ actor }) => renewRecoveryCodes(services, actor))
  serveRoute(app, context, contract.prove, async ({ actor, body, headers }) => {
    await prove(services, actor, body, requestKeyOf({ headers }))
    return ok
  })
}
