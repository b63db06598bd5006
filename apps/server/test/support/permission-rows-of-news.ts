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
  'POST /increment': 'counts the caller’s browser',
  'GET /api/articles': 'everybody’s',
  'GET /api/roadmap': 'everybody’s, and the caller’s own vote',
  'PUT /api/roadmap/:idea/vote': 'the caller’s own vote',
  'DELETE /api/roadmap/:idea/vote': 'the caller’s own vote',
}
