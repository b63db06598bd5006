/** The web app's own files, all held by their names: what has none is not there, whatever the address looks like (R37). */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { assetPolicy } from '../../http/security-headers.ts'
import { manifest } from './manifest.ts'
import type { PageContext } from './page-context.ts'
import { robots, sitemap } from './search-engines.ts'
import { lastingBody, sendLasting } from './send-body.ts'
import { assetsPath, type BuiltFile } from './web-build.ts'

// A file with a hash in its name never changes; the others are asked for again, and answered with 304.
const keptForever = 'public, max-age=31536000, immutable'
const askedAgain = 'public, max-age=300, must-revalidate'

const method = ['GET', 'HEAD']
type Send = (request: FastifyRequest, reply: FastifyReply) => Promise<FastifyReply>

function sender({ type, body, hasHashInName }: BuiltFile): Send {
  const lasting = lastingBody(type, body)
  return (request, reply) => {
    reply.header('cache-control', hasHashInName ? keptForever : askedAgain)
    return sendLasting(lasting, request, reply.header('content-security-policy', assetPolicy))
  }
}

type About = Pick<PageContext['config'], 'productName' | 'brandColour'> &
  Pick<PageContext, 'findPart'> & { origin: string; isSelling: boolean }

/** One route for the hundreds that have a hash in their names: a route each took longer than all else of a start. */
export function staticFileRoutes(
  app: FastifyInstance,
  files: readonly BuiltFile[],
  { origin, productName, brandColour, isSelling, findPart }: About,
): void {
  const written = [
    { path: '/robots.txt', type: 'text/plain; charset=utf-8', body: Buffer.from(robots(origin)), hasHashInName: false },
    {
      path: '/sitemap.xml',
      type: 'application/xml; charset=utf-8',
      body: Buffer.from(sitemap(origin, isSelling)),
      hasHashInName: false,
    },
    {
      path: '/manifest.webmanifest',
      type: 'application/manifest+json',
      body: Buffer.from(manifest(productName, brandColour)),
      hasHashInName: false,
    },
  ]
  const assets = new Map(files.filter(({ hasHashInName }) => hasHashInName).map((file) => [file.path, sender(file)]))
  const others = [...files.filter(({ hasHashInName }) => !hasHashInName), ...written]
  for (const file of others) app.route({ method, url: file.path, handler: sender(file) })
  app.route<{ Params: { '*': string } }>({
    method,
    url: `${assetsPath}*`,
    handler: async (request, reply) => {
      const path = assetsPath + request.params['*']
      const send = assets.get(path)
      if (send) return send(request, reply)
      const part = await findPart(path)
      return part ? sender(part)(request, reply) : reply.callNotFound()
    },
  })
}
