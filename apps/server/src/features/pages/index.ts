/** The web app as the server hands it out. */
export { pageJobs } from './kept-parts.ts'
export { pageRoutes } from './routes.ts'
