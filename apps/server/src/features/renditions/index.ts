/** What is made of files to be looked at and heard (K5, Q9, D4). */
export { renditionJobs } from './jobs.ts'
export { tellSandbox } from './renderer.ts'
export { renditionRoutes } from './routes.ts'
