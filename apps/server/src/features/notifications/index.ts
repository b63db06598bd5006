/** The bell (T5): what happened that a sender wants to know without asking. */
export { notificationJobs } from './jobs.ts'
export { notify } from './notify.ts'
export { notificationsForCopy } from './queries.ts'
export { notificationRoutes } from './routes.ts'
