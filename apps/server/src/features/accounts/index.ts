/** Accounts: signing up, logging in, sessions, and the profile (A1 to A3). */
import { accountJobs } from './jobs.ts'
import { accountRoutes } from './routes.ts'

export const accountFeature = { routes: accountRoutes, jobs: accountJobs }
export { findIdentity } from './queries.ts'
