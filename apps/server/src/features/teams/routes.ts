import { cookies } from '@sampan/contract/cookies'
import * as contract from '@sampan/contract/routes/teams'
import type { FastifyInstance } from 'fastify'
import { readCookie } from '../../http/own-cookie.ts'
import { requestKeyOf } from '../../http/request-key.ts'
import { type HttpContext, serveRoute } from '../../http/serve-route.ts'
import type { Services } from '../../services.ts'
import { answerSession, type Saving } from '../accounts/index.ts'
import { acceptInvitation, declineInvitation, viewInvitation } from './answer.ts'
import { keepOwnership, nameOwner, takeOverTeam } from './hand-over.ts'
import { inviteMembers, resendInvitation, revokeInvitation } from './invite.ts'
import { joinTeam } from './join-team.ts'
import { changeMember, removeMember } from './members.ts'
import { listTeams, readTeam } from './read-team.ts'
import { ruleLogIn } from './rule-log-in.ts'

const ok = { ok: true as const }

export function teamRoutes(app: FastifyInstance, context: HttpContext, services: Services & Saving): void {
  serveRoute(app, context, contract.readTeam, ({ actor }) => readTeam(services, actor))
  serveRoute(app, context, contract.listTeams, ({ actor }) => listTeams(services, actor))
  serveRoute(app, context, contract.inviteMembers, ({ actor, body }) => inviteMembers(services, actor, body))
  serveRoute(app, context, contract.revokeInvitation, ({ actor, params }) =>
    revokeInvitation(services, actor, params.invitationId),
  )
  serveRoute(app, context, contract.resendInvitation, ({ actor, params, headers }) =>
    resendInvitation(services, actor, { ...params, requestKey: requestKeyOf({ headers }) }),
  )
  serveRoute(app, context, contract.changeMember, ({ actor, params, body }) =>
    changeMember(services, actor, params.userId, body.role),
  )
  serveRoute(app, context, contract.removeMember, async ({ actor, params, query }) => {
    await removeMember(services, actor, params.userId, query.handTo)
    return ok
  })
  serveRoute(app, context, contract.ruleLogIn, ({ actor, body }) => ruleLogIn(services, actor, body.provider))
  serveRoute(app, context, contract.nameOwner, ({ actor, body }) => nameOwner(services, actor, body))
  serveRoute(app, context, contract.keepOwnership, ({ actor }) => keepOwnership(services, actor))
  serveRoute(app, context, contract.takeOverTeam, ({ actor, body }) => takeOverTeam(services, actor, body))
  serveRoute(app, context, contract.viewInvitation, ({ params }) => viewInvitation(services, params.token))
  serveRoute(app, context, contract.acceptInvitation, ({ actor, params }) => acceptInvitation(services, actor, params.token))
  serveRoute(app, context, contract.declineInvitation, async ({ params }) => {
    await declineInvitation(services, params.token)
    return ok
  })
  serveRoute(app, context, contract.joinTeam, async (asked) => {
    const { actor, request, body } = asked
    const refreshToken = readCookie(request, cookies.refresh, services.config)
    return { data: answerSession(services.config, asked, await joinTeam(services, { actor, refreshToken }, body)) }
  })
}
