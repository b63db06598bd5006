import * as contract from '@sampan/contract/routes/previews'
import type { FastifyInstance } from 'fastify'
import { type HttpContext, serveRoute } from '../../http/serve-route.ts'
import type { Services } from '../../services.ts'
import { makeMayLook } from '../transfers/index.ts'
import { readThumbnail } from '../uploads/index.ts'

export function renditionRoutes(app: FastifyInstance, context: HttpContext, services: Services): void {
  const mayLook = makeMayLook(services, context)
  serveRoute(app, context, contract.readThumbnail, async ({ params, reply }) => {
    const { type, bytes, keptSeconds } = await readThumbnail(services, params.token, mayLook)
    await reply
      .headers({ 'content-type': type, 'cache-control': `private, max-age=${keptSeconds}`, 'x-robots-tag': 'noindex' })
      .send(bytes)
  })
}
