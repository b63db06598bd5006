import * as contract from '@sampan/contract/routes/previews'
import type { FastifyInstance } from 'fastify'
import { type HttpContext, serveRoute } from '../../http/serve-route.ts'
import type { Services } from '../../services.ts'
import { readThumbnail } from '../uploads/index.ts'

export function renditionRoutes(app: FastifyInstance, context: HttpContext, services: Services): void {
  serveRoute(app, context, contract.readThumbnail, async ({ params, reply }) => {
    const { type, bytes, leftSeconds } = await readThumbnail(services, params.token)
    await reply
      .headers({ 'content-type': type, 'cache-control': `private, max-age=${leftSeconds}`, 'x-robots-tag': 'noindex' })
      .send(bytes)
  })
}
