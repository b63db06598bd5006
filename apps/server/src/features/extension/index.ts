/** More time for a link: asked for by whoever finds it expired, given by its sender; and what is told before it expires (X2 to X4). */
import { extensionJobs } from './jobs.ts'
import { extensionRoutes } from './routes.ts'

export const extensionFeature = { routes: extensionRoutes, jobs: extensionJobs }
export { readExtension } from './extend.ts'
