/** Hosts of one's own that links stand at (B2). */

export { domainJobs } from './jobs.ts'
export { originOfOwner } from './origin-of-owner.ts'
export { requireOwnSender } from './own-sender.ts'
export { domainRoutes } from './routes.ts'
export { guardHosts } from './routes-guard.ts'
export { senderOfOwner } from './sender-of-owner.ts'
