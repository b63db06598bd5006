/** The person behind an account: profile and picture, a copy of all data, the end of the account, and what was sent before there was one. */
import { profileJobs } from './jobs.ts'
import { profileRoutes } from './routes.ts'

export const profileFeature = { routes: profileRoutes, jobs: profileJobs }
