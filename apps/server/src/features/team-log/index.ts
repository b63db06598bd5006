/** What a team's people do (M3): every feature adds to it, in the transaction of what was done; nobody changes it. */
export { teamLogJobs } from './jobs.ts'
export { noteAct, noteTaken } from './note-act.ts'
export { teamLogRoutes } from './routes.ts'
