/** What pages show of other features is given to them here. */
import type { FastifyInstance } from 'fastify'
import type { HttpContext } from '../../http/serve-route.ts'
import { sessionOwnerOf } from '../../http/who-asks.ts'
import type { Services } from '../../services.ts'
import { viewTransfer } from '../downloads/index.ts'
import { readExtension } from '../extension/index.ts'
import { oldLink } from '../imports/index.ts'
import { readRefusal } from '../refusals/index.ts'
import { readNotices, viewPage } from '../requests/index.ts'
import { viewManaged } from '../transfers/index.ts'
import { findPart } from './kept-parts.ts'
import { addPages } from './page-routes.ts'
import { ownWebBuild } from './web-build.ts'

/** Answers with what shows a failure as a page, for forms of other features. */
export function pageRoutes(app: FastifyInstance, context: HttpContext, services: Services) {
  const { config, clock, content, log, direct } = services
  const hasWords = config.contentDir !== null || config.cmsUrl !== null
  return addPages(app, ownWebBuild(), {
    config: { ...config, storeOrigin: direct?.origin },
    clock,
    findPart: (path) => findPart(services.db, path),
    sessionOwnerOf: (request) => sessionOwnerOf(context, request),
    words: hasWords ? { read: content.read, isFar: config.cmsUrl !== null, log } : null,
    viewLink: (asked) => viewTransfer(services, asked),
    viewExtension: (actor, token) => readExtension(services, actor, token),
    findOldLink: (visitor, link) => oldLink(services, visitor, link),
    viewRefusal: (token) => readRefusal(services, token),
    viewNotices: (token) => readNotices(services, token),
    viewRequest: (actor, link) => viewPage(services, actor, link),
    viewManaged: (actor, link) => viewManaged(services, actor, link),
  })
}
