/** The public site: how often its articles are read, and what its visitors wish for (W3). */
export { siteJobs } from './jobs.ts'
export { siteRoutes } from './routes.ts'
