/** Every page, the web app's files, and what answers where there is nothing. */
import { Problem } from '@sampan/contract/errors'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { replyWithError } from '../../http/error-reply.ts'
import { asksForPage, type ShowFailure } from '../../http/link-form.ts'
import { originOf } from '../../links.ts'
import { appPageRoutes } from './app-pages.ts'
import { dashPageRoutes } from './dash-page.ts'
import { extensionPageRoutes } from './extension-page.ts'
import { linkPageRoutes } from './link-page.ts'
import { managePageRoutes } from './manage-page.ts'
import { noticesPageRoutes } from './notices-page.ts'
import { oldLinkRoutes } from './old-link-pages.ts'
import { logoAmong, withOwnPictures } from './own-pictures.ts'
import type { PageContext } from './page-context.ts'
import { makeTemplate } from './page-template.ts'
import { previewFrameRoutes } from './preview-frames.ts'
import { publicPageRoutes } from './public-pages.ts'
import { requestPageRoutes } from './request-page.ts'
import { sendFailurePage, sendNotFoundPage } from './send-page.ts'
import { staticFileRoutes } from './static-files.ts'
import { unsubscribePageRoutes } from './unsubscribe-page.ts'
import { updatePasswordPageRoutes } from './update-password-page.ts'
import type { WebBuild } from './web-build.ts'

/** People read a page; programs, and everything below /api/, get the error as JSON. */
const wantsPage = (request: FastifyRequest): boolean =>
  (request.method === 'GET' || request.method === 'HEAD') && !/^\/api(?:[/?]|$)/.test(request.url) && asksForPage(request)

export function addPages(app: FastifyInstance, build: WebBuild, services: Omit<PageContext, 'shell'>): ShowFailure {
  const files = withOwnPictures(build.files, services.config.brandDir)
  const config = { ...services.config, logo: logoAmong(files) }
  const context: PageContext = { ...services, config, shell: makeTemplate(build.pages.shell, config) }
  staticFileRoutes(app, files, {
    origin: originOf(config),
    productName: config.productName,
    brandColour: config.brandColour,
    isSelling: config.billing !== 'off',
    findPart: services.findPart,
  })
  publicPageRoutes(app, context, build)
  previewFrameRoutes(app, build)
  dashPageRoutes(app, context)
  appPageRoutes(app, context)
  linkPageRoutes(app, context)
  managePageRoutes(app, context)
  requestPageRoutes(app, context)
  oldLinkRoutes(app, context)
  extensionPageRoutes(app, context)
  unsubscribePageRoutes(app, context)
  noticesPageRoutes(app, context)
  updatePasswordPageRoutes(app, context)
  app.setNotFoundHandler((request, reply) =>
    wantsPage(request)
      ? sendNotFoundPage(context, request, reply)
      : replyWithError(new Problem('notFound'), request, reply.header('vary', 'Accept')),
  )
  return (error, request, reply, backTo) => sendFailurePage(context, error, request, reply, backTo)
}
