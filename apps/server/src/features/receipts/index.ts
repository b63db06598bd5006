/** Receipts of what was sent: who had what, when, where and how (T3). */
/** For whoever counts a download, in that transaction. */
export { digestJobs, digestLater } from './digests.ts'
export { drawApart } from './draw-apart.ts'
export { receiptRoutes } from './routes.ts'
export { type Column, openSheet } from './sheet.ts'
export { signatureOf } from './signature.ts'
