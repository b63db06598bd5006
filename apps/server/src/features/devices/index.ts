/** Programs that sign in: the device flow and API tokens (O7, A3). */
export { noteTokenUse, sessionOfApiToken } from './api-tokens.ts'
export { deviceJobs } from './jobs.ts'
export { tokensForCopy } from './queries-tokens.ts'
export { deviceRoutes } from './routes.ts'
