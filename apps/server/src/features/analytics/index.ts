/** Who downloads what, when and where, over all that an account sends (T4). */
/** For whoever hard-deletes transfers or gives them another owner, in that transaction. */
export { analyticsJobs, countDownloads, forgetTransfer, moveOwner } from './count-downloads.ts'
export { addDownload, forgetAddresses } from './queries-count.ts'
export { analyticsRoutes } from './routes.ts'
