/** Addresses of Pingvin Share and Palmr, which people still have: they lead to what came over from there (O9), and are unknown where nothing did. */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { guestOf } from '../../http/actor.ts'
import type { OldLink, PageContext } from './page-context.ts'
import { sendFailurePage } from './send-page.ts'

type Asked = { Params: { alias: string } }

const pages: readonly [url: string, of: Omit<OldLink, 'alias'>][] = [
  ['/share/:alias', { sources: ['pingvin'], to: 'transfer' }],
  ['/s/:alias', { sources: ['pingvin', 'palmr'], to: 'transfer' }],
  ['/upload/:alias', { sources: ['pingvin'], to: 'request' }],
]

/** False where it leads nowhere. The address is the secret: it goes to no other page, and nothing keeps where it leads. */
export async function leadOn(
  context: PageContext,
  request: FastifyRequest,
  reply: FastifyReply,
  link: OldLink,
): Promise<boolean> {
  const path = await context.findOldLink(guestOf(request, null), link)
  if (path) await reply.headers({ 'referrer-policy': 'no-referrer', 'cache-control': 'no-store, private' }).redirect(path, 302)
  return path !== undefined
}

export function oldLinkRoutes(app: FastifyInstance, context: PageContext): void {
  for (const [url, of] of pages)
    app.route<Asked>({
      method: ['GET', 'HEAD'],
      url,
      handler: async (request, reply) => {
        try {
          const isLed = await leadOn(context, request, reply, { ...of, alias: request.params.alias })
          return isLed ? reply : reply.callNotFound()
        } catch (error) {
          return sendFailurePage(context, error, request, reply)
        }
      },
    })
}
