/** The permission matrix of what an account is told. */
import { type NamesNothing, type Row, suspended } from './permission-row.ts'

export const newsRows: Record<string, Row | NamesNothing> = {
  'POST /notifications': { ask: ({ userId }) => ({ body: { userid: userId } }), may: ['owner'], refusals: suspended },
  'POST /deleteNotification': {
    ask: ({ notificationId }) => ({ body: { notifyId: notificationId } }),
    may: ['owner'],
    refusals: suspended,
  },
  'POST /api/notifications/:id/read': {
    ask: ({ notificationId }) => ({ params: { id: notificationId } }),
    may: ['owner'],
    refusals: suspended,
  },
  'GET /api/live': 'the caller’s own',
}
