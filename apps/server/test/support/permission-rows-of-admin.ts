/** The permission matrix of the operator's pages: nobody here is one. What an operator may is in admin.test. */
import type { NamesNothing, Row } from './permission-row.ts'

const nobody = (ask: Row['ask']): Row => ({ ask, may: [] })
const plainly = nobody(() => ({}))
const ofUser = (body?: object) => nobody(({ userId }) => ({ params: { userId }, ...(body && { body }) }))
const ofSlug = (body?: object) => nobody(({ transfer }) => ({ params: { slug: transfer.slug }, ...(body && { body }) }))
const ofJob = nobody(() => ({ params: { jobId: '1' } }))

export const adminRows: Record<string, Row | NamesNothing> = {
  'POST /api/admin/first': nobody(() => ({ body: { token: 'x' } })),
  'GET /api/admin/health': plainly,
  'POST /api/admin/examine': plainly,
  'GET /api/admin/queue': plainly,
  'POST /api/admin/queue/:jobId/retry': ofJob,
  'POST /api/admin/queue/:jobId/drop': ofJob,
  'GET /api/admin/storage': plainly,
  'GET /api/admin/users': plainly,
  'GET /api/admin/users/:userId': ofUser(),
  'POST /api/admin/users/:userId/suspend': ofUser({ reason: 'why' }),
  'POST /api/admin/users/:userId/restore': ofUser({ reason: 'why' }),
  'POST /api/admin/users/:userId/role': ofUser({ role: 'pro' }),
  'POST /api/admin/users/:userId/limits': ofUser({ limits: { files: 5 }, reason: 'why' }),
  'POST /api/admin/users/:userId/endSessions': ofUser(),
  'GET /api/admin/reports': plainly,
  'GET /api/admin/reports/:slug': ofSlug(),
  'POST /api/admin/reports/:slug/takeDown': ofSlug({}),
  'POST /api/admin/reports/:slug/putBack': ofSlug(),
  'POST /api/admin/reports/:slug/dismiss': ofSlug(),
  'GET /api/admin/feedback': plainly,
  'POST /api/admin/feedback/:feedbackId/handled': nobody(({ transfer }) => ({
    params: { feedbackId: transfer.id },
    body: { isHandled: true },
  })),
  'GET /api/admin/bounces': plainly,
  'GET /api/admin/audit': plainly,
}
