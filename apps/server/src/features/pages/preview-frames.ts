/** The frames in which strangers' files are drawn: each a page with its script within, the same for everybody (D4, R34). */
import { previewFramePath } from '@sampan/contract/paths'
import type { FastifyInstance } from 'fastify'
import { framePolicy } from '../../http/security-headers.ts'
import { inlineScriptHashes, inlineStyleHashes } from './page-template.ts'
import { lastingBody, sendLasting } from './send-body.ts'
import type { WebBuild } from './web-build.ts'

export function previewFrameRoutes(app: FastifyInstance, { frames }: WebBuild): void {
  for (const [frame, page] of frames) {
    const body = lastingBody('text/html; charset=utf-8', Buffer.from(page))
    const headersOf = () => ({
      'content-security-policy': framePolicy(inlineScriptHashes(page), inlineStyleHashes(page)),
      'x-frame-options': 'SAMEORIGIN',
      'cache-control': 'no-cache',
      'x-robots-tag': 'noindex',
    })
    // Its script is large: it is hashed for whoever asks first.
    let headers: ReturnType<typeof headersOf> | undefined
    app.route({
      method: ['GET', 'HEAD'],
      url: previewFramePath(frame),
      handler: (request, reply) => {
        headers ??= headersOf()
        return sendLasting(body, request, reply.headers(headers))
      },
    })
  }
}
