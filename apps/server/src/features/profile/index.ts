/** The person behind an account: profile and picture, a copy of all data, the end of the account, and what was sent before there was one. */
export { profileJobs } from './jobs.ts'
export { profileRoutes } from './routes.ts'
