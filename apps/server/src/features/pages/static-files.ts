/** The web app's own files, one route each: what has no route is not there, whatever the address looks like (R37). */
import type { FastifyInstance } from 'fastify'
import { assetPolicy } from '../../http/security-headers.ts'
import { lastingBody, sendLasting } from './send-body.ts'
import type { WebBuild } from './web-build.ts'

// A file with a hash in its name never changes; the others are asked for again, and answered with 304.
const keptForever = 'public, max-age=31536000, immutable'
const askedAgain = 'public, max-age=300, must-revalidate'

const robots = `User-agent: *
Disallow: /api/
Disallow: /d/
Disallow: /dash
Disallow: /w/
Disallow: /outbox
`

export function staticFileRoutes(app: FastifyInstance, { files }: WebBuild): void {
  const plainText = { path: '/robots.txt', type: 'text/plain; charset=utf-8', body: Buffer.from(robots), hasHashInName: false }
  for (const file of [...files, plainText]) {
    const body = lastingBody(file.type, file.body)
    app.route({
      method: ['GET', 'HEAD'],
      url: file.path,
      handler: (request, reply) => {
        reply.header('cache-control', file.hasHashInName ? keptForever : askedAgain)
        return sendLasting(body, request, reply.header('content-security-policy', assetPolicy))
      },
    })
  }
}
