/** The public side: pages' views, bytes, zips, and who received what. */

export { openFile } from './files-of-link.ts'
export { downloadJobs } from './notify-sender.ts'
export { previewOf, uncountedMeter } from './preview-file.ts'
export { type Link, type LinkQuery, resolveLink } from './resolve-link.ts'
export { downloadRoutes } from './routes.ts'
export { requireHarmless } from './scanned.ts'
export type { Representation } from './send-bytes.ts'
export { sendOrSay } from './serve-bytes.ts'
export { viewTransfer } from './view-transfer.ts'
export { zipLayout } from './zip-layout.ts'
export { safeFileName, safePaths } from './zip-names.ts'
export { centralHeader, endRecords, localHeader } from './zip-records.ts'
