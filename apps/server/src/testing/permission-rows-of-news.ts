/** The permission matrix of what an account is told. */
import { type NamesNothing, type Row, suspended } from './permission-row.ts'

export const newsRows: Record<string, Row | NamesNothing> = {
  'POST /notifications': { ask: ({ userId }) => ({ body: { userid: userId } }), may: ['owner'], told: suspended },
  'POST /deleteNotification': {
    ask: ({ notificationId }) => ({ body: { notifyId: notificationId } }),
    may: ['owner'],
    told: suspended,
  },
  'POST /api/notifications/:id/read': {
    ask: ({ notificationId }) => ({ params: { id: notificationId } }),
    may: ['owner'],
    told: suspended,
  },
  'GET /api/live': 'the caller’s own',
}
