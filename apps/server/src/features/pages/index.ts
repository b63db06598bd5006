/** The web app as the server hands it out. */
import type { FastifyInstance } from 'fastify'
import type { HttpContext } from '../../http/serve-route.ts'
import type { Services } from '../../services.ts'
import { viewTransfer } from '../downloads/index.ts'
import { addPages } from './page-routes.ts'
import { readWebBuild } from './web-build.ts'

export function pageRoutes(app: FastifyInstance, _: HttpContext, services: Services): void {
  const { config, clock } = services
  addPages(app, readWebBuild(), { config, clock, viewLink: (asked) => viewTransfer(services, asked) })
}
