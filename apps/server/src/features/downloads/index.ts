/** The public side: pages' views, bytes, zips, and who received what. */

export { openFile } from './files-of-link.ts'
export { downloadJobs } from './notify-sender.ts'
export { previewOf } from './preview-file.ts'
export { type Link, type LinkQuery, resolveLink } from './resolve-link.ts'
export { downloadRoutes } from './routes.ts'
export { requireHarmless, scanOfFile } from './scanned.ts'
export { blankView, viewTransfer } from './view-transfer.ts'
