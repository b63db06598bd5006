/** File requests: what is asked of whom, what they send, and what becomes of it. */
export { requestsForCopy, templatesForCopy } from './copy-for-owner.ts'
export { requestJobs } from './jobs.ts'
export { deleteRequestsOfOwner } from './queries.ts'
export { receiveSubmission } from './receive-submission.ts'
export { requestRules } from './request-rules.ts'
export { requestRoutes } from './routes.ts'
export { requestPageRoutes } from './routes-page.ts'
export { viewPage } from './view-page.ts'
