import { Readable } from 'node:stream'
import { Problem } from '@sampan/contract/errors'
import { pictures } from '@sampan/contract/limits'
import { updateProfile as updateRoute } from '@sampan/contract/routes/accounts'
import * as contract from '@sampan/contract/routes/profile'
import type { FastifyInstance, FastifyReply } from 'fastify'
import { type HttpContext, serveRoute } from '../../http/serve-route.ts'
import type { Services } from '../../services.ts'
import { askExport, openExport, readExport } from './account-export.ts'
import { anonCheck } from './anon-check.ts'
import { deleteAccount, keepAccount } from './delete-account.ts'
import { readLogo } from './logo.ts'
import { removePicture, setPicture } from './picture.ts'
import { findPicture } from './queries.ts'
import { updateProfile } from './update-profile.ts'

/** Base64 and what JSON puts around it. */
const pictureBytes = () => Math.ceil((pictures.maxBytes * 4) / 3) + 1024

export function profileRoutes(app: FastifyInstance, context: HttpContext, services: Services): void {
  serveRoute(app, context, updateRoute, ({ actor, body }) => updateProfile(services, actor, body))
  const larger = { bodyLimitBytes: pictureBytes }
  serveRoute(app, context, contract.setPicture, ({ actor, body }) => setPicture(services, actor, body.picture), larger)
  serveRoute(app, context, contract.removePicture, ({ actor }) => removePicture(services, actor))
  serveRoute(app, context, contract.deleteAccount, ({ actor, body }) => deleteAccount(services, actor, body.password))
  serveRoute(app, context, contract.keepAccount, ({ actor }) => keepAccount(services, actor))
  serveRoute(app, context, contract.readExport, ({ actor }) => readExport(services, actor))
  serveRoute(app, context, contract.askExport, ({ actor }) => askExport(services, actor))
  serveRoute(app, context, contract.anonCheck, ({ actor, headers }) => anonCheck(services, actor, headers.lastVisit))
  serveRoute(app, context, contract.readContent, async ({ actor, params }) => {
    const markdown = await services.content.read(params.name, actor.language)
    if (markdown === null) throw new Problem('notYours')
    return { markdown }
  })
  byteRoutes(app, context, services)
}

/** Shown by our pages alone, and never as anything but the picture that its bytes are. */
const sendPicture = (reply: FastifyReply, { kind, bytes }: { kind: string; bytes: Buffer }, maxAge: string) =>
  reply.header('cache-control', maxAge).type(`image/${kind}`).send(bytes)

function byteRoutes(app: FastifyInstance, context: HttpContext, services: Services): void {
  serveRoute(app, context, contract.readPicture, async ({ params, reply }) => {
    const picture = await findPicture(services.db, params.pictureId)
    if (!picture) throw new Problem('notYours')
    // Another picture has another address.
    await sendPicture(reply, picture, 'private, max-age=86400, immutable')
  })
  serveRoute(app, context, contract.readLogo, async ({ actor, params, reply }) => {
    await sendPicture(reply, await readLogo(services, actor, params.signedDomain), 'private, max-age=86400')
  })
  serveRoute(app, context, contract.downloadExport, async ({ params, reply }) => {
    const { size, bytes, name } = await openExport(services, params.key)
    reply.headers({
      'cache-control': 'private, no-store',
      'content-type': 'application/zip',
      'content-length': String(size),
      'content-disposition': `attachment; filename="${name}"`,
    })
    await reply.send(Readable.from(bytes))
  })
}
