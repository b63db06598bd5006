/** The permission matrix of contacts and groups; ids among many and in queries are in foreign-contacts.test. */
import type { Objects } from './actors.ts'
import { account, type NamesNothing, type Row } from './permission-row.ts'

const contactOf = ({ contactId }: Objects) => ({ contactId })
const groupOf = ({ groupId }: Objects) => ({ groupId })

export const contactRows: Record<string, Row | NamesNothing> = {
  'GET /api/contacts': 'the caller’s own; a foreign group is unknown (foreign-contacts.test)',
  'POST /api/contacts': 'the caller’s own',
  'PATCH /api/contacts/:contactId': {
    ask: (o) => ({ params: contactOf(o), body: { name: 'Mallory' } }),
    may: account,
  },
  'DELETE /api/contacts/:contactId': { ask: (o) => ({ params: contactOf(o) }), may: account },
  'POST /api/contacts/delete': 'the caller’s own; foreign ones are passed over (foreign-contacts.test)',
  'POST /api/contacts/import': {
    ask: ({ groupId, userId }) => ({ body: { importKey: userId, groupId, contacts: [{ email: 'mallory@example.com' }] } }),
    may: account,
  },
  'POST /api/contacts/known': 'the caller’s own',
  'GET /api/contacts/export': { ask: ({ groupId }) => ({ query: { format: 'csv', group: groupId } }), may: account },
  'POST /api/contacts/:contactId/merge': {
    ask: (o) => ({ params: contactOf(o), body: { contactIds: [o.userId] } }),
    may: account,
  },
  'GET /api/contacts/:contactId/history': { ask: (o) => ({ params: contactOf(o) }), may: account },
  'GET /api/contacts/suggest': 'the caller’s own',
  'POST /api/contact-groups': 'the caller’s own',
  'PATCH /api/contact-groups/:groupId': { ask: (o) => ({ params: groupOf(o), body: { name: 'Mallory' } }), may: account },
  'DELETE /api/contact-groups/:groupId': { ask: (o) => ({ params: groupOf(o) }), may: account },
  'POST /api/contact-groups/:groupId/members': {
    ask: (o) => ({ params: groupOf(o), body: { contactIds: [o.contactId], isMember: true } }),
    may: account,
  },
}
