/** The permission matrix of file requests: whoever asked has everything; what a supplier may is in requests/strangers.test. */
import type { Objects } from './actors.ts'
import { account, type NamesNothing, type Row, suspended } from './permission-row.ts'

const params = ({ request }: Objects) => ({ slug: request.slug })
const ofSupplier = ({ request }: Objects) => ({ slug: request.slug, supplierId: request.supplierId })
const people = { emailTo: [{ email: 'mallory@example.com' }] }

const stranger = 'whoever has the link, which is no account’s (requests/strangers.test)'

export const requestRows: Record<string, Row | NamesNothing> = {
  'POST /api/requests': 'a new one of the caller’s own',
  'GET /requests': { ask: ({ userId }) => ({ query: { userid: userId } }), may: account },
  'GET /api/requests/:slug': { ask: (o) => ({ params: params(o) }), may: account },
  'PATCH /api/requests/:slug': {
    ask: (o) => ({ params: params(o), body: { state: 'closed' } }),
    may: ['owner'],
    refusals: suspended,
  },
  'POST /api/requests/:slug/copy': { ask: (o) => ({ params: params(o) }), may: ['owner'], refusals: suspended },
  'DELETE /api/requests/:slug': { ask: (o) => ({ params: params(o) }), may: account },
  'POST /api/requests/:slug/restore': { ask: (o) => ({ params: params(o) }), may: account },
  'GET /api/requests/:slug/suppliers': {
    ask: (o) => ({ params: params(o), query: { supplierId: o.request.supplierId } }),
    may: account,
  },
  'POST /api/requests/:slug/suppliers': {
    ask: (o) => ({ params: params(o), body: people }),
    may: ['owner'],
    refusals: suspended,
  },
  'DELETE /api/requests/:slug/suppliers/:supplierId': { ask: (o) => ({ params: ofSupplier(o) }), may: account },
  'DELETE /api/requests/:slug/uploads': { ask: (o) => ({ params: params(o) }), may: account },
  'POST /api/requests/:slug/reminders': { ask: (o) => ({ params: params(o), body: {} }), may: ['owner'], refusals: suspended },
  'POST /api/requests/:slug/decisions': {
    ask: (o) => ({ params: params(o), body: { fileIds: [o.request.fileId], decision: 'accepted' } }),
    may: account,
  },
  'POST /api/requests/:slug/suppliers/:supplierId/comments': {
    ask: (o) => ({ params: ofSupplier(o), body: { text: 'Hello' } }),
    may: ['owner'],
    refusals: suspended,
  },
  'POST /api/requests/:slug/downloads': { ask: (o) => ({ params: params(o), body: {} }), may: account },
  'POST /api/requests/:slug/files/:fileId/previews': {
    ask: (o) => ({ params: { ...params(o), fileId: o.request.fileId } }),
    may: account,
  },
  'POST /api/requests/:slug/noticeProof': { ask: (o) => ({ params: params(o) }), may: ['owner'], refusals: suspended },
  'GET /api/notices/:token': 'a secret of a mail',
  'POST /notices/:token': 'the same secret',
  'GET /api/received/:token': 'an address that the server signed for whoever asked',
  'GET /api/requests/:slug/export': { ask: (o) => ({ params: params(o), query: { format: 'csv' } }), may: account },
  'GET /api/requestTemplates': 'the caller’s own',
  'POST /api/requestTemplates': 'the caller’s own',
  'DELETE /api/requestTemplates/:templateId': {
    ask: ({ request }) => ({ params: { templateId: request.templateId } }),
    may: account,
  },
  'GET /api/r/:slug': stranger,
  'GET /api/r/:slug/documents/:documentId/example': stranger,
  'POST /api/r/:slug/unlock': stranger,
  'POST /api/r/:slug/submissions': stranger,
  'GET /api/r/:slug/submissions/:submissionId': stranger,
  'DELETE /api/r/:slug/files/:fileId': stranger,
  'POST /api/r/:slug/comments': stranger,
  'POST /api/r/:slug/reports': stranger,
}
