import * as contract from '@sampan/contract/routes/passkeys'
import type { FastifyInstance } from 'fastify'
import { requestKeyOf } from '../../http/request-key.ts'
import { type HttpContext, serveRoute } from '../../http/serve-route.ts'
import type { Services } from '../../services.ts'
import { addPasskey, beginPasskey, listPasskeys, removePasskey, renamePasskey } from './passkeys.ts'
import { beginPasskeyProof } from './prove.ts'

export function passkeyRoutes(app: FastifyInstance, context: HttpContext, services: Services): void {
  serveRoute(app, context, contract.listPasskeys, ({ actor }) => listPasskeys(services, actor))
  serveRoute(app, context, contract.beginPasskey, ({ actor }) => beginPasskey(services, actor))
  serveRoute(app, context, contract.addPasskey, ({ actor, body }) => addPasskey(services, actor, body.passkey))
  serveRoute(app, context, contract.renamePasskey, ({ actor, params, body }) =>
    renamePasskey(services, actor, params.passkeyId, body.name),
  )
  serveRoute(app, context, contract.removePasskey, async ({ actor, params, headers }) => {
    await removePasskey(services, actor, { id: params.passkeyId, requestKey: requestKeyOf({ headers }) })
    return { ok: true as const }
  })
  serveRoute(app, context, contract.beginPasskeyProof, ({ actor }) => beginPasskeyProof(services, actor))
}
