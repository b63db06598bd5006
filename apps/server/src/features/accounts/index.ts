/** Accounts: signing up, logging in, sessions, and the profile (A1 to A3). */
import type { FastifyInstance } from 'fastify'
import type { HttpContext } from '../../http/serve-route.ts'
import type { JobHandler, TimedJob } from '../../jobs/queue.ts'
import type { Services } from '../../services.ts'

function accountRoutes(_app: FastifyInstance, _context: HttpContext, _services: Services): void {}
const accountJobs = (_services: Services): { jobs: JobHandler[]; timed: TimedJob[] } => ({ jobs: [], timed: [] })

export const accountFeature = { routes: accountRoutes, jobs: accountJobs }
export { findIdentity } from './queries.ts'
