/** The bell (T5): what happened that a sender wants to know without asking. */
export { notificationJobs } from './jobs.ts'
export { notify } from './notify.ts'
export { deleteOf as deleteNotifications, notificationsForCopy } from './queries.ts'
export { ringPaused } from './ring-paused.ts'
export { ringShared } from './ring-shared.ts'
export { notificationRoutes } from './routes.ts'
