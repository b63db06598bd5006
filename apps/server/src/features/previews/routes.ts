import * as contract from '@sampan/contract/routes/previews'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { uncountedMeter } from '../../delivery/meter.ts'
import { sendBytes } from '../../delivery/send-bytes.ts'
import { type HttpContext, readRequest, serveRoute } from '../../http/serve-route.ts'
import type { Services } from '../../services.ts'
import { makeMayLook } from '../transfers/index.ts'
import { previewBy, previewOwn, previewReceived } from './preview-address.ts'

export async function previewRoutes(app: FastifyInstance, context: HttpContext, services: Services): Promise<void> {
  serveRoute(app, context, contract.previewOwn, ({ actor, params }) => previewOwn(services, actor, params))
  serveRoute(app, context, contract.previewReceived, ({ actor, params }) => previewReceived(services, actor, params))
  const { readPreview } = contract
  const mayLook = makeMayLook(services, context)
  const answer = async (request: FastifyRequest, reply: FastifyReply) => {
    const { params, query } = await readRequest(context, readPreview, request, reply)
    const { what, mayGoOn } = await previewBy(services, params.token, query.as, mayLook)
    return sendBytes(services.metrics, request, reply, what, async () => uncountedMeter(mayGoOn))
  }
  app.route({ method: 'GET', url: readPreview.path, handler: answer })
  app.route({ method: 'HEAD', url: readPreview.path, handler: answer })
}
