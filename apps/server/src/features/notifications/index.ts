/** The bell (T5): what happened that a sender wants to know without asking. */
import { notificationJobs } from './jobs.ts'
import { notificationRoutes } from './routes.ts'

export const notificationFeature = { routes: notificationRoutes, jobs: notificationJobs }
export { notify } from './notify.ts'
