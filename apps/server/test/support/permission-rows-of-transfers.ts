/** The permission matrix of transfers of one's own. */
import type { Objects } from './actors.ts'
import { account, type NamesNothing, type Row } from './permission-row.ts'

const slugOf = ({ transfer }: Objects) => ({ slug: transfer.slug })
const personOf = (o: Objects) => ({ ...slugOf(o), recipientId: o.transfer.recipientId })

export const transferRows: Record<string, Row | NamesNothing> = {
  'GET /getQs': { ask: (o) => ({ query: slugOf(o) }), may: account },
  'POST /deleteTransfer': { ask: (o) => ({ body: slugOf(o) }), may: account },
  'GET /api/bin': 'the caller’s own',
  'DELETE /api/bin': 'what the caller has deleted: a slug of somebody else’s is passed over (bin/bin.test)',
  'POST /api/transfers/:slug/restore': { ask: (o) => ({ params: slugOf(o) }), may: account },
  'POST /api/transfers/:slug/link': { ask: (o) => ({ params: slugOf(o) }), may: ['owner'] },

  'GET /api/transfers/:slug/detail': { ask: (o) => ({ params: slugOf(o) }), may: account },
  'GET /api/transfers/:slug/timeline': { ask: (o) => ({ params: slugOf(o) }), may: account },
  'GET /api/transfers/:slug/receipt': { ask: (o) => ({ params: slugOf(o) }), may: account },
  'GET /api/transfers/:slug/receipt.pdf': { ask: (o) => ({ params: slugOf(o) }), may: account },
  'GET /api/transfers/:slug/receipt.csv': { ask: (o) => ({ params: slugOf(o) }), may: account },
  'POST /getDownloads': { ask: (o) => ({ body: slugOf(o) }), may: account },
  'PATCH /api/transfers/:slug': { ask: (o) => ({ params: slugOf(o), body: { isDisabled: true } }), may: ['owner'] },
  'POST /api/transfers/:slug/recipients': {
    ask: (o) => ({ params: slugOf(o), body: { emailTo: [{ email: 'mallory@example.com' }] } }),
    may: ['owner'],
  },
  'PATCH /api/transfers/:slug/recipients/:recipientId': {
    ask: (o) => ({ params: personOf(o), body: { email: 'mallory@example.com' } }),
    may: ['owner'],
  },
  'DELETE /api/transfers/:slug/recipients/:recipientId': { ask: (o) => ({ params: personOf(o) }), may: ['owner'] },
  'POST /api/transfers/:slug/recipients/:recipientId/mail': {
    ask: (o) => ({ params: personOf(o), body: { kind: 'resend' } }),
    may: ['owner'],
  },
  'POST /api/transfers/:slug/files/:fileId/previews': {
    ask: (o) => ({ params: { ...slugOf(o), fileId: o.transfer.fileId } }),
    may: account,
  },
  'GET /api/previews/:token': 'an address that the server signed for whoever owns it',
  'GET /api/thumbnails/:token': 'an address that the server signed for whoever sees the list',
  'POST /api/transfers/bulk': 'answers of each slug apart, as of an unknown one where it is foreign (bulk-transfers.test)',
}
