import { Problem } from '@sampan/contract/errors'
import { brandPictures as limits } from '@sampan/contract/limits'
import * as contract from '@sampan/contract/routes/branding'
import type { FastifyInstance } from 'fastify'
import { type HttpContext, serveRoute } from '../../http/serve-route.ts'
import { type BrandDeps, changeBrand, readBrand, removePicture, setPicture } from './branding.ts'
import { findPicture } from './queries.ts'
import { readTheme, themeSheet } from './theme.ts'

/** Another one has another address. */
const forGood = 'public, max-age=31536000, immutable'
/** Base64 and what JSON puts around it. */
const pictureBytes = () => Math.ceil((limits.background.maxBytes * 4) / 3) + 1024

export function brandRoutes(app: FastifyInstance, context: HttpContext, services: BrandDeps): void {
  serveRoute(app, context, contract.readBrand, ({ actor }) => readBrand(services, actor))
  serveRoute(app, context, contract.changeBrand, ({ actor, body }) => changeBrand(services, actor, body))
  const set = contract.setBrandPicture
  serveRoute(app, context, set, ({ actor, params, body }) => setPicture(services, actor, params.place, body.picture), {
    bodyLimitBytes: pictureBytes,
  })
  serveRoute(app, context, contract.removeBrandPicture, ({ actor, params }) => removePicture(services, actor, params.place))
  serveRoute(app, context, contract.readBrandPicture, async ({ params, reply }) => {
    const picture = await findPicture(services.db, params.pictureId)
    if (!picture) throw new Problem('notYours')
    // Mails are read at other origins.
    reply.headers({ 'cache-control': forGood, 'cross-origin-resource-policy': 'cross-origin' })
    await reply.type(`image/${picture.kind}`).send(picture.bytes)
  })
  serveRoute(app, context, contract.readBrandTheme, async ({ params, reply }) => {
    await reply
      .header('cache-control', forGood)
      .type('text/css; charset=utf-8')
      .send(themeSheet(readTheme(params.theme)))
  })
}
