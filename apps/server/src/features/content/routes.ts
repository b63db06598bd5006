import * as contract from '@sampan/contract/routes/previews'
import type { FastifyInstance } from 'fastify'
import { type HttpContext, serveRoute } from '../../http/serve-route.ts'
import type { Services } from '../../services.ts'
import { readThumbnail } from './shown-file.ts'

/** `mayLook`: whether a grant still holds (transfers/may-look). */
export function contentRoutes(
  app: FastifyInstance,
  context: HttpContext,
  { mayLook, ...services }: Services & { mayLook: (grant: string) => Promise<boolean> },
): void {
  serveRoute(app, context, contract.readThumbnail, async ({ params, reply }) => {
    const { type, bytes, keptSeconds } = await readThumbnail(services, params.token, mayLook)
    await reply
      .headers({ 'content-type': type, 'cache-control': `private, max-age=${keptSeconds}`, 'x-robots-tag': 'noindex' })
      .send(bytes)
  })
}
