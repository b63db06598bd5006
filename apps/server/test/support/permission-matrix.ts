/** The whole permission matrix: a row for every route of the contract. What uploads and links are asked for stands here, the rest beside. */
import { linkPassword, type Objects, part } from './actors.ts'
import { account, author, closed, type NamesNothing, type Row, reader, suspended, suspendedToo } from './permission-row.ts'
import { accountRows } from './permission-rows-of-accounts.ts'
import { adminRows } from './permission-rows-of-admin.ts'
import { billingRows } from './permission-rows-of-billing.ts'
import { contactRows } from './permission-rows-of-contacts.ts'
import { newsRows } from './permission-rows-of-news.ts'
import { requestRows } from './permission-rows-of-requests.ts'
import { teamRows } from './permission-rows-of-teams.ts'
import { transferRows } from './permission-rows-of-transfers.ts'
import { crcHex } from './sender.ts'

const uploadOf = ({ upload }: Objects) => ({ uploadId: upload.id })
const slugOf = ({ transfer }: Objects) => ({ slug: transfer.slug })

const managed = (o: Objects, { user = 'none' }: Record<string, string>) => ({
  params: { ...slugOf(o), token: user, recipientId: o.transfer.id },
  body: { email: 'mallory@example.com' },
})

export const matrix: Record<string, Row | NamesNothing> = {
  'GET /healthz': 'the process',
  'GET /readyz': 'the process',
  'GET /geo': 'the caller’s network address',
  ...accountRows,
  ...adminRows,
  ...billingRows,
  ...contactRows,
  ...transferRows,
  ...newsRows,
  ...requestRows,
  ...teamRows,
  'POST /stsAuth': { ask: ({ userId }) => ({ body: { id: userId, type: 'userUpload' } }), may: account },
  'POST /api/uploads': 'begins an upload of the caller’s own',
  'GET /api/uploads/:uploadId': { ask: (o) => ({ params: uploadOf(o) }), may: suspendedToo },
  'POST /api/uploads/:uploadId/files': {
    ask: (o) => ({ params: uploadOf(o), body: { files: [{ path: 'more', size: 1 }] } }),
    may: author,
    refusals: suspended,
  },
  'DELETE /api/uploads/:uploadId/files/:fileId': {
    ask: (o) => ({ params: { ...uploadOf(o), fileId: o.upload.fileId } }),
    may: suspendedToo,
  },
  'POST /api/uploads/:uploadId/removals': {
    ask: (o) => ({ params: uploadOf(o), body: { fileIds: [o.upload.fileId] } }),
    may: suspendedToo,
  },
  'PUT /api/uploads/:uploadId/blobs/:blobId': {
    ask: (o) => ({
      params: { ...uploadOf(o), blobId: o.upload.blobId },
      query: { offset: String(part.offset) },
      body: part.bytes,
      headers: { 'x-part-crc32': crcHex(part.bytes) },
    }),
    may: author,
    refusals: suspended,
  },
  'POST /api/uploads/:uploadId/targets': {
    ask: (o) => ({
      params: uploadOf(o),
      body: { blobId: o.upload.blobId, parts: [{ offset: 0, length: 1, crc32: '00000000' }] },
    }),
    may: author,
    refusals: suspended,
    served: 'notDirect',
  },
  'POST /api/uploads/:uploadId/stored': {
    ask: (o) => ({ params: uploadOf(o), body: { blobId: o.upload.blobId, token: 'x', segments: '00000000' } }),
    may: author,
    refusals: suspended,
    served: 'notDirect',
  },
  'DELETE /api/uploads/:uploadId': { ask: (o) => ({ params: uploadOf(o) }), may: suspendedToo },

  'POST /quicksend2': {
    ask: ({ upload, email }) => ({
      body: { slug: upload.slug, senderEmail: email, emailTo: [{ email: 'mallory@example.com' }] },
    }),
    may: author,
    refusals: suspended,
  },
  'POST /quicksend2/takeBack': { ask: (o) => ({ body: { slug: o.upload.slug } }), may: suspendedToo },
  'POST /SendTransferEmail': { ask: ({ transfer }) => ({ body: { _id: transfer.id } }), may: suspendedToo },

  'GET /api/activity': 'the caller’s own alone',

  'GET /api/transfers/:slug/files': { ask: (o) => ({ params: slugOf(o) }), may: account },
  'POST /api/transfers/:slug/forward': {
    ask: (o) => ({
      params: slugOf(o),
      body: { fileIds: [o.transfer.fileId], emailTo: [{ email: 'mallory@example.com' }] },
    }),
    may: ['owner'],
    refusals: suspended,
  },

  'POST /api/transfers/:slug/files': {
    // It has one file, which nothing can take out: what is done to files is in versions.test.
    ask: (o) => ({ params: slugOf(o), body: {} }),
    may: ['owner'],
    refusals: suspended,
  },
  'GET /api/transfers/:slug/versions': { ask: (o) => ({ params: slugOf(o) }), may: account },
  'POST /api/transfers/:slug/versions/:version/restore': {
    ask: (o) => ({ params: { ...slugOf(o), version: '1' } }),
    may: ['owner'],
    refusals: suspended,
  },
  'POST /api/transfers/:slug/versions/free': { ask: (o) => ({ params: slugOf(o) }), may: account },

  'GET /api/analytics': 'the caller’s own downloads',
  'GET /api/analytics/transfers': 'the caller’s own downloads',
  'GET /api/analytics/recipients': 'the caller’s own downloads',
  'GET /api/analytics.csv': 'the caller’s own downloads',

  // By the token in the sender's mail alone (manage.test): a recipient's own, or none, opens nothing.
  'GET /api/manage/:slug/:token': { ask: (o, link) => ({ params: managed(o, link).params }), may: [] },
  'POST /api/manage/:slug/:token/delete': { ask: managed, may: [] },
  'POST /api/manage/:slug/:token/restore': { ask: managed, may: [] },
  'POST /api/manage/:slug/:token/recipients/:recipientId/resend': { ask: managed, may: [] },
  'PATCH /api/manage/:slug/:token/recipients/:recipientId': { ask: managed, may: [] },

  'GET /api/transfers/:slug': {
    ask: (o, query) => ({ params: slugOf(o), query }),
    may: reader,
    refusals: { recipientOfSuspended: 'disabled', recipientWithoutPassword: 'password' },
  },
  'GET /api/transfers/:slug/arrival': {
    ask: (o, query) => ({ params: slugOf(o), query }),
    may: reader,
    refusals: { recipientOfSuspended: 'disabled', recipientWithoutPassword: 'password' },
  },
  'POST /api/transfers/:slug/unlock': {
    ask: (o, query) => ({ params: slugOf(o), query, body: { password: linkPassword } }),
    may: [...reader, 'recipientWithoutPassword'],
    refusals: { recipientOfSuspended: 'disabled' },
  },
  'POST /api/transfers/:slug/selections': {
    ask: (o, query) => ({ params: slugOf(o), query, body: { fileIds: [o.transfer.fileId] } }),
    may: reader,
    refusals: closed,
  },
  'POST /api/transfers/:slug/downloads': {
    ask: (o, query) => ({ params: slugOf(o), query, body: { fileId: o.transfer.fileId } }),
    may: reader,
    refusals: closed,
  },
  'GET /api/transfers/:slug/files/:fileId': {
    ask: (o, query) => ({ params: { ...slugOf(o), fileId: o.transfer.fileId }, query }),
    may: reader,
    refusals: closed,
  },
  'GET /api/transfers/:slug/files/:fileId/preview': {
    ask: (o, query) => ({ params: { ...slugOf(o), fileId: o.transfer.fileId }, query }),
    may: reader,
    refusals: closed,
  },
  'GET /api/transfers/:slug/zip': { ask: (o, query) => ({ params: slugOf(o), query }), may: reader, refusals: closed },
  'POST /api/transfers/:slug/timeRequests': {
    ask: (o, query) => ({ params: slugOf(o), query, body: { email: 'mallory@example.com' } }),
    // Whoever lacks the password asks its sender for it.
    may: ['recipientWithoutPassword'],
    refusals: {
      recipient: 'linkStillOpen',
      recipientOfSuspended: 'transferDisabled',
    },
  },
  'GET /api/extensions/:token': 'a secret of a mail',
  'POST /checkExtension': 'the same secret',
  'GET /api/unsubscribe/:token': 'a secret of a mail',
  'POST /unsubscribe/:token': 'the same secret',
  // One that lives has its time already: what is given to those who wait is in give-time.test.
  'POST /api/transfers/:slug/extension': { ask: (o) => ({ params: slugOf(o) }), may: ['owner'] },
  'POST /api/transfers/:slug/reports': {
    ask: (o, query) => ({ params: slugOf(o), query, body: { reason: 'other' } }),
    may: [...reader, 'recipientWithoutPassword', 'recipientOfSuspended'],
  },
  'POST /zip': {
    ask: (o, link) => ({ body: { ...slugOf(o), ...link, downloads: [o.transfer.fileId] } }),
    may: reader,
    refusals: closed,
  },
}
