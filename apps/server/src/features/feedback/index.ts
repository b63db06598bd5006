/** What people say of the service, and when they are asked to (T7). */
export { feedbackJobs } from './jobs.ts'
export { feedbackForCopy, feedbacksOf, markHandled } from './queries.ts'
export { feedbackRoutes } from './routes.ts'
