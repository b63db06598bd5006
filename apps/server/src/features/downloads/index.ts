/** The public side: pages' views, bytes, zips, and who received what. */
import { downloadJobs } from './notify-sender.ts'
import { downloadRoutes } from './routes.ts'

export const downloadFeature = { routes: downloadRoutes, jobs: downloadJobs }
export { viewTransfer } from './view-transfer.ts'
