/** Teams: people who act under one root (M1 to M3). */
export { teamJobs } from './jobs.ts'
export { teamRoutes } from './routes.ts'
