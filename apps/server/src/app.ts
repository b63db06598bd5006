/** Two lists: every feature's routes, every feature's jobs. */
import cookie from '@fastify/cookie'
import { Problem } from '@sampan/contract/errors'
import { smallBody } from '@sampan/contract/limits'
import Fastify, { type FastifyInstance, LogController } from 'fastify'
import { accountJobs, accountRoutes, findIdentity, ownerOfRefreshToken } from './features/accounts/index.ts'
import { adminRoutes } from './features/admin/index.ts'
import { analyticsJobs, analyticsRoutes } from './features/analytics/index.ts'
import { billingJobs, billingRoutes, webhookRoute } from './features/billing/index.ts'
import { binRoutes } from './features/bin/index.ts'
import { brandRoutes } from './features/branding/index.ts'
import { contactRoutes } from './features/contacts/index.ts'
import { contentJobs, contentRoutes, deleteBlobsJob } from './features/content/index.ts'
import { deviceJobs, deviceRoutes, noteTokenUse, sessionOfApiToken } from './features/devices/index.ts'
import { doctorRoutes } from './features/doctor/index.ts'
import { domainJobs, domainRoutes, guardHosts } from './features/domains/index.ts'
import { downloadJobs, downloadRoutes } from './features/downloads/index.ts'
import { extensionJobs, extensionRoutes } from './features/extension/index.ts'
import { feedbackJobs, feedbackRoutes } from './features/feedback/index.ts'
import { geoRoutes } from './features/geo/index.ts'
import { importPurpose } from './features/imports/index.ts'
import { licenceRoutes } from './features/licences/index.ts'
import { liveRoutes } from './features/live/index.ts'
import { newsRoutes } from './features/news/index.ts'
import { notificationJobs, notificationRoutes, ringPaused } from './features/notifications/index.ts'
import { operationRoutes } from './features/operation/index.ts'
import { outboxRoutes } from './features/outbox/index.ts'
import { pageJobs, pageRoutes } from './features/pages/index.ts'
import { previewRoutes } from './features/previews/index.ts'
import { profileJobs, profileRoutes } from './features/profile/index.ts'
import { digestJobs, receiptRoutes } from './features/receipts/index.ts'
import { refusalRoutes } from './features/refusals/index.ts'
import { reportJobs, reportRoutes } from './features/reports/index.ts'
import {
  examplePurpose,
  noticeRoutes,
  requestJobs,
  requestPageRoutes,
  requestPurpose,
  requestRoutes,
} from './features/requests/index.ts'
import { notifyFinding, notifyScanned, scanningJobs } from './features/scanning/index.ts'
import { settingsRoutes } from './features/settings/index.ts'
import { siteJobs, siteRoutes } from './features/site/index.ts'
import { teamLogJobs, teamLogRoutes } from './features/team-log/index.ts'
import { teamJobs, teamRoutes } from './features/teams/index.ts'
import { timelineRoutes } from './features/timeline/index.ts'
import {
  activateTransfer,
  claimAddress,
  claimSaved,
  makeMayLook,
  notifyFilesChanged,
  transferJobs,
  transferRoutes,
  versionPurpose,
} from './features/transfers/index.ts'
import { sendPurpose, type UploadPurposes, uploadJobs, uploadRoutes } from './features/uploads/index.ts'
import { verificationJobs, verificationRoutes } from './features/verification/index.ts'
import { webhookJobs, webhookRoutes } from './features/webhooks/index.ts'
import { readJsonBodies } from './http/allowed-body.ts'
import { deliverEarlyAnswers } from './http/early-answer.ts'
import { replyWithError } from './http/error-reply.ts'
import { keepLowestRate } from './http/lowest-rate.ts'
import { memoizeWithTtl } from './http/memoize-with-ttl.ts'
import { randomText } from './http/random-text.ts'
import { tellRates } from './http/rate-headers.ts'
import { logRequests } from './http/request-log.ts'
import { addSecurityHeaders, setSecurityHeaders } from './http/security-headers.ts'
import type { HttpContext } from './http/serve-route.ts'
import { forgetFailedDaily } from './jobs/forget-failed.ts'
import type { JobHandler, TimedJob } from './jobs/queue.ts'
import type { Services } from './services.ts'

const silenceMs = 30_000
/** A suspended account or an ended session stops its uploads within a minute (R27). */
const recentMs = 30_000

/** What uploads are for. */
export const withUploadPurposes = (services: Services): Services & UploadPurposes => ({
  ...services,
  uploadPurposes: [
    sendPurpose((tx, uploadId) => activateTransfer(tx, services, uploadId)),
    versionPurpose(services),
    requestPurpose(services),
    examplePurpose(),
    importPurpose(services),
  ],
})

/** Who has to know of what becomes of stored files. */
export const contentHooks = (services: Services): Parameters<typeof contentJobs>[1] => ({
  onChanged: (uploadId) => notifyFilesChanged(services.db, uploadId),
  onInfected: (tx, file, finding) => notifyFinding(tx, services, file, finding),
  onScanned: (uploadId) => notifyScanned(services.db, uploadId),
})

export async function makeApp(services: Services): Promise<FastifyInstance> {
  const { config } = services
  const app = Fastify({
    loggerInstance: services.log,
    logController: new LogController({ disableRequestLogging: true, requestIdLogLabel: 'requestId' }),
    bodyLimit: smallBody.bytes,
    trustProxy: config.trustedProxies.length ? config.trustedProxies : false,
    genReqId: () => randomText(16),
    routerOptions: { maxParamLength: 600, ignoreTrailingSlash: false },
    // Bodies may take hours; headers may not. The lowest rate of bodies is ours (lowest-rate).
    requestTimeout: 0,
    exposeHeadRoutes: false,
    forceCloseConnections: 'idle',
    // What comes on an open connection while the server stops is still served; the connection ends with it.
    return503OnClosing: false,
    frameworkErrors: (error, request, reply) => replyWithError(error, request, setSecurityHeaders(reply, config)),
  })
  logRequests(app, services.log, services.metrics)
  addSecurityHeaders(app, config)
  await app.register(cookie)
  app.setErrorHandler((error, request, reply) => replyWithError(error, request, reply))
  keepLowestRate(app)
  deliverEarlyAnswers(app)
  readJsonBodies(app)
  app.addHook('onRequest', async (request, reply) => {
    // A silent peer is let go; parts and downloads, which may rest longer, set their own time.
    request.raw.socket.setTimeout(silenceMs)
    reply.header('x-request-id', request.id)
  })

  tellRates(app)
  guardHosts(app, services)

  const identityOf = (sessionId: string, teamId: string | null) => findIdentity(services.db, sessionId, teamId, services.clock())
  const recentOf = memoizeWithTtl(
    (both) => identityOf(...(JSON.parse(both) as [string, string | null])),
    recentMs,
    services.clock,
  )
  const context: HttpContext = {
    config,
    secrets: services.secrets,
    clock: services.clock,
    identityOf,
    recentIdentityOf: (sessionId, teamId) => recentOf(JSON.stringify([sessionId, teamId])),
    ownerOfCookie: memoizeWithTtl((token) => ownerOfRefreshToken(services, token), recentMs, services.clock),
    sessionOfApiToken: (token) => sessionOfApiToken(services, token),
    noteApiTokenUse: (sessionId, by) => noteTokenUse(services, sessionId, by),
  }
  operationRoutes(app, context, services)
  await doctorRoutes(app, services)
  adminRoutes(app, context, services)
  geoRoutes(app, context, services)
  accountRoutes(app, context, { ...services, claimAddress, claimSaved })
  profileRoutes(app, context, services)
  await app.register(async (sales) => saleRoutes(sales, context, services))
  webhookRoute(app, context, services)
  deviceRoutes(app, context, services)
  contactRoutes(app, context, services)
  settingsRoutes(app, context, services)
  feedbackRoutes(app, context, services)
  newsRoutes(app, context, services)
  siteRoutes(app, context, services)
  verificationRoutes(app, context, services)
  await uploadRoutes(app, context, withUploadPurposes(services))
  transferRoutes(app, context, withUploadPurposes(services))
  requestRoutes(app, context, withUploadPurposes(services))
  teamLogRoutes(app, context, services)
  domainRoutes(app, context, services)
  webhookRoutes(app, context, services)
  brandRoutes(app, context, services)
  teamRoutes(app, context, { ...services, claimAddress, claimSaved })
  requestPageRoutes(app, context, withUploadPurposes(services))
  binRoutes(app, context, services)
  receiptRoutes(app, context, services)
  analyticsRoutes(app, context, services)
  timelineRoutes(app, context, services)
  notificationRoutes(app, context, services)
  liveRoutes(app, context, services)
  const showFailure = pageRoutes(app, context, services)
  await downloadRoutes(app, { ...context, showFailure }, services)
  await extensionRoutes(app, { ...context, showFailure }, services)
  await refusalRoutes(app, { ...context, showFailure }, services)
  await noticeRoutes(app, { ...context, showFailure }, services)
  await reportRoutes(app, { ...context, showFailure }, services)
  contentRoutes(app, context, { ...services, mayLook: makeMayLook(services, context) })
  await previewRoutes(app, context, services)
  outboxRoutes(app, context, services)
  return app
}

/** Every call about plans and money answers the same where nothing is for sale (O10). */
function saleRoutes(app: FastifyInstance, context: HttpContext, services: Services): void {
  if (services.config.billing === 'off')
    app.addHook('onRequest', async () => {
      throw new Problem('billingOff')
    })
  billingRoutes(app, context, services)
  licenceRoutes(app, context, services)
}

export const allJobs = (services: Services): { jobs: JobHandler[]; timed: TimedJob[] } => {
  const groups = [
    accountJobs(services),
    profileJobs(services),
    billingJobs(services),
    deviceJobs(services),
    uploadJobs(withUploadPurposes(services)),
    contentJobs(services, contentHooks(services)),
    transferJobs(services),
    requestJobs(services),
    { ...teamJobs(services), timed: [] },
    { jobs: [], ...teamLogJobs(services) },
    { jobs: [], ...pageJobs(services) },
    { jobs: [], ...siteJobs(services) },
    domainJobs(services),
    webhookJobs({ ...services, ringPaused }),
    digestJobs(services),
    analyticsJobs(services),
    downloadJobs(services),
    extensionJobs(services),
    reportJobs(services),
    scanningJobs(services),
    notificationJobs(services),
    { ...feedbackJobs(services), timed: [] },
    verificationJobs(services),
    { jobs: [], timed: [forgetFailedDaily(services.db, [deleteBlobsJob.name])] },
  ]
  return { jobs: groups.flatMap((group) => group.jobs), timed: groups.flatMap((group) => group.timed) }
}
