/** The permission matrix of teams; what an owner, an admin, a member, one who has left and another team may is in acting.test and roles.test. */
import type { NamesNothing, Row } from './permission-row.ts'
import { contactRows } from './permission-rows-of-contacts.ts'

type Person = 'admin' | 'member'
const nobody: readonly Person[] = []

/**
 * Whom of a team beside its owner a call serves, where that is not an admin for what the owner has: what names the caller, what is
 * somebody's own, and the contacts, which are everybody's of the team.
 */
export const servedInTeam: Record<string, readonly Person[]> = {
  'POST /stsAuth': nobody,
  'POST /quicksend2': nobody,
  'POST /quicksend2/takeBack': nobody,
  'POST /folderSize': nobody,
  'GET /requests': nobody,
  'DELETE /api/requestTemplates/:templateId': nobody,
  'POST /notifications': nobody,
  'POST /deleteNotification': nobody,
  'POST /api/notifications/:id/read': nobody,
  ...Object.fromEntries(Object.keys(contactRows).map((name) => [name, ['admin', 'member'] as const])),
}

export const teamRows: Record<string, Row | NamesNothing> = {
  'GET /api/team': 'the caller’s own',
  'GET /api/teams': 'the caller’s own',
  'GET /api/team/log': 'the caller’s own',
  'GET /api/team/log/export': 'the caller’s own',
  'POST /api/team/invitations': 'the caller’s own',
  'DELETE /api/team/invitations/:invitationId': 'an id of the caller’s own team; foreign ones are refused (invitations.test)',
  'POST /api/team/invitations/:invitationId/mail': 'an id of the caller’s own team; foreign ones are refused (roles.test)',
  'PATCH /api/team/members/:userId': { ask: ({ userId }) => ({ params: { userId }, body: { role: 'admin' } }), may: [] },
  'DELETE /api/team/members/:userId': 'an id of the caller’s own team; foreign ones are passed over (roles.test)',
  'GET /api/domains': 'the caller’s own',
  'POST /api/domains': 'the caller’s own',
  'POST /api/domains/:host/check': 'a host of the caller’s own; foreign ones are unknown (domains.test)',
  'DELETE /api/domains/:host': 'a host of the caller’s own; foreign ones are unknown (domains.test)',
  'GET /api/domains/ask': 'everybody’s',
  'GET /api/sender-domain': 'the caller’s own',
  'PUT /api/sender-domain': 'the caller’s own',
  'POST /api/sender-domain/check': 'the caller’s own',
  'POST /api/sender-domain/keys': 'the caller’s own',
  'DELETE /api/sender-domain': 'the caller’s own',
  'GET /api/webhooks': 'the caller’s own',
  'POST /api/webhooks': 'the caller’s own',
  'GET /api/webhooks/:webhookId': 'one of the caller’s own; foreign ones are unknown (webhooks.test)',
  'PATCH /api/webhooks/:webhookId': 'one of the caller’s own; foreign ones are unknown (webhooks.test)',
  'PUT /api/webhooks/:webhookId/url': 'one of the caller’s own; foreign ones are unknown (webhooks.test)',
  'POST /api/webhooks/:webhookId/secret': 'one of the caller’s own; foreign ones are unknown (webhooks.test)',
  'DELETE /api/webhooks/:webhookId': 'one of the caller’s own; foreign ones are passed over (webhooks.test)',
  'POST /api/webhooks/:webhookId/test': 'one of the caller’s own; foreign ones are unknown (webhooks.test)',
  'POST /api/webhooks/:webhookId/deliveries/:deliveryId/again':
    'one of the caller’s own; foreign ones are unknown (webhooks.test)',
  'GET /api/brand': 'the caller’s own',
  'PUT /api/brand': 'the caller’s own',
  'PUT /api/brand/pictures/:place': 'the caller’s own',
  'DELETE /api/brand/pictures/:place': 'the caller’s own',
  'GET /api/brands/pictures/:pictureId': 'everybody’s',
  'GET /api/brands/themes/:theme': 'everybody’s',
  'PUT /api/team/log-in': 'the caller’s own',
  'POST /api/team/ownership': { ask: ({ userId }) => ({ body: { userId, password: 'a sampan at dusk' } }), may: [] },
  'DELETE /api/team/ownership': 'the caller’s own',
  'POST /api/team/ownership/confirm': 'the token of a mail',
  'GET /api/invitations/:token': 'the token of a mail',
  'POST /api/invitations/:token/accept': 'the token of a mail',
  'POST /api/invitations/:token/decline': 'the token of a mail',
  'PATCH /teams': 'the token of a mail',
}
