import * as contract from '@sampan/contract/routes/devices'
import type { FastifyInstance } from 'fastify'
import { requestKeyOf } from '../../http/request-key.ts'
import { type HttpContext, serveRoute } from '../../http/serve-route.ts'
import type { Services } from '../../services.ts'
import { createToken, listTokens, readToken, revokeToken } from './api-tokens.ts'
import { decideDevice, readDevice } from './decide-device.ts'
import { beginDevice, pollDevice } from './device-flow.ts'

const ok = { ok: true as const }

export function deviceRoutes(app: FastifyInstance, context: HttpContext, services: Services): void {
  serveRoute(app, context, contract.beginDevice, ({ actor, body }) => beginDevice(services, actor, body))
  serveRoute(app, context, contract.pollDevice, ({ body }) => pollDevice(services, body.deviceCode))
  serveRoute(app, context, contract.readDevice, ({ actor, params }) => readDevice(services, actor, params.userCode))
  serveRoute(app, context, contract.decideDevice, async ({ actor, params, body }) => {
    await decideDevice(services, actor, params.userCode, body.isAllowed)
    return ok
  })
  serveRoute(app, context, contract.readToken, async ({ actor }) => readToken(actor))
  serveRoute(app, context, contract.listTokens, async ({ actor }) => ({ tokens: await listTokens(services, actor) }))
  serveRoute(app, context, contract.createToken, ({ actor, body, headers }) =>
    createToken(services, actor, { ...body, requestKey: requestKeyOf({ headers }) }),
  )
  serveRoute(app, context, contract.revokeToken, async ({ actor, params }) => {
    await revokeToken(services, actor, params.tokenId)
    return ok
  })
}
