/** The public side: pages' views, bytes, zips, and who received what. */
import { downloadJobs } from './notify-sender.ts'
import { downloadRoutes } from './routes.ts'
import { centralHeader, endRecords, localHeader } from './zip-records.ts'

export const downloadFeature = { routes: downloadRoutes, jobs: downloadJobs }
/** The records of a zip file, for who writes another one. */
export const zipRecords = { localHeader, centralHeader, endRecords }
export { type Link, type LinkQuery, resolveLink } from './resolve-link.ts'
export { viewTransfer } from './view-transfer.ts'
