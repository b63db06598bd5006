/** More time for a link: asked for by whoever finds it expired, given by its sender; and what is told before it expires (X2 to X4). */
export { readExtension } from './extend.ts'
export { extensionJobs } from './jobs.ts'
export { extensionRoutes } from './routes.ts'
