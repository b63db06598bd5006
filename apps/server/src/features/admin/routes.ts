import { operatorLimits } from '@sampan/contract/limits'
import * as contract from '@sampan/contract/routes/admin'
import * as decisions from '@sampan/contract/routes/admin-decisions'
import type { OperatorAct } from '@sampan/contract/states'
import type { FastifyInstance } from 'fastify'
import type { SignedIn } from '../../http/actor.ts'
import { requestKeyOf } from '../../http/request-key.ts'
import { type HttpContext, serveRoute } from '../../http/serve-route.ts'
import type { Services } from '../../services.ts'
import { dismiss, putBack, takeDown } from '../reports/index.ts'
import { type AccountChange, giveRole, logOutEverywhere, restore, setLimits, suspend } from './change-account.ts'
import { changeById, decideJob, handleFeedback, noteOf, requireKnown } from './decide.ts'
import { becomeFirstOperator } from './first-operator.ts'
import { listAccounts, readAccount } from './read-accounts.ts'
import { readLog } from './read-log.ts'
import { readReport, readReports } from './read-reports.ts'
import { examineHere, readBounces, readFeedback, readHealth, readQueue, readStorage } from './read-service.ts'

const done = { ok: true as const }

export function adminRoutes(app: FastifyInstance, context: HttpContext, services: Services): void {
  const startedAt = services.clock()
  serveRoute(app, context, contract.adminFirst, async ({ actor, body }) => {
    await becomeFirstOperator(services, actor, body.token)
    return done
  })
  serveRoute(app, context, contract.adminHealth, () => readHealth(services, startedAt))
  serveRoute(app, context, contract.adminExamine, ({ query, request }) => {
    // Longer than any other answer rests.
    request.raw.socket.setTimeout(operatorLimits.examineSeconds * 1000)
    return examineHere(services, query)
  })
  serveRoute(app, context, contract.adminQueue, () => readQueue(services))
  serveRoute(app, context, contract.adminStorage, () => readStorage(services))
  serveRoute(app, context, contract.adminFeedback, ({ query }) => readFeedback(services, query))
  serveRoute(app, context, contract.adminBounces, ({ query }) => readBounces(services, query.before))
  serveRoute(app, context, contract.adminAudit, ({ query }) => readLog(services, query.before))
  workRoutes(app, context, services)
  accountRoutes(app, context, services)
  reportRoutes(app, context, services)
}

function workRoutes(app: FastifyInstance, context: HttpContext, services: Services): void {
  serveRoute(app, context, contract.adminRetryJob, async ({ actor, params }) => {
    await decideJob(services, actor, 'jobRetried', params.jobId)
    return done
  })
  serveRoute(app, context, contract.adminDropJob, async ({ actor, params }) => {
    await decideJob(services, actor, 'jobDropped', params.jobId)
    return done
  })
  serveRoute(app, context, contract.adminHandleFeedback, async ({ actor, params, body }) => {
    await handleFeedback(services, actor, params.feedbackId, body.isHandled)
    return done
  })
}

type AboutAccount = Parameters<typeof requestKeyOf>[0] & { actor: SignedIn; params: { userId: string } }

function accountRoutes(app: FastifyInstance, context: HttpContext, services: Services): void {
  const change = (asked: AboutAccount, act: OperatorAct, work: AccountChange) =>
    changeById(services, asked.actor, { ...asked.params, act, requestKey: requestKeyOf(asked) }, work)
  serveRoute(app, context, decisions.adminUsers, ({ query }) => listAccounts(services, query))
  serveRoute(app, context, decisions.adminUser, ({ params }) => readAccount(services, params.userId))
  serveRoute(app, context, decisions.adminSuspendUser, (asked) => change(asked, 'suspended', suspend(asked.body.reason)))
  serveRoute(app, context, decisions.adminRestoreUser, (asked) => change(asked, 'restored', restore(asked.body.reason)))
  serveRoute(app, context, decisions.adminSetRole, (asked) => change(asked, 'planGiven', giveRole(asked.body.role)))
  serveRoute(app, context, decisions.adminSetLimits, (asked) =>
    change(asked, 'limitsChanged', setLimits(asked.body.limits, asked.body.reason)),
  )
  serveRoute(app, context, decisions.adminEndSessions, (asked) => change(asked, 'sessionsEnded', logOutEverywhere))
}

function reportRoutes(app: FastifyInstance, context: HttpContext, services: Services): void {
  serveRoute(app, context, decisions.adminReports, ({ query }) => readReports(services, query))
  serveRoute(app, context, decisions.adminReport, ({ params }) => readReport(services, params.slug))
  serveRoute(app, context, decisions.adminTakeDown, async ({ actor, params: { slug }, body }) =>
    requireKnown(await takeDown(services, slug, body, noteOf(actor, 'takenDown', slug))),
  )
  serveRoute(app, context, decisions.adminPutBack, async ({ actor, params: { slug } }) =>
    requireKnown(await putBack(services, slug, noteOf(actor, 'putBack', slug))),
  )
  serveRoute(app, context, decisions.adminDismiss, async ({ actor, params: { slug } }) =>
    requireKnown(await dismiss(services, slug, noteOf(actor, 'reportsDismissed', slug))),
  )
}
