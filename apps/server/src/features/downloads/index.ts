/** The public side: pages' views, bytes, zips, and who received what. */
export { downloadJobs } from './notify-sender.ts'
export { type Link, type LinkQuery, resolveLink } from './resolve-link.ts'
export { downloadRoutes } from './routes.ts'
export { viewTransfer } from './view-transfer.ts'
export { centralHeader, endRecords, localHeader } from './zip-records.ts'
