/** Programs that sign in: the device flow and API tokens (O7, A3). */
import { deviceJobs } from './jobs.ts'
import { deviceRoutes } from './routes.ts'

export const deviceFeature = { routes: deviceRoutes, jobs: deviceJobs }
export { sessionOfApiToken } from './api-tokens.ts'
