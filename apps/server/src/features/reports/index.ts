/** Reports of what should not be there, and what the operator does about it (D7). */
export { dismiss, type NoteDecision, putBack, takeDown } from './decide.ts'
export { reportJobs } from './jobs.ts'
export { listReported, reportsOf } from './queries.ts'
export { reportRoutes } from './routes.ts'
