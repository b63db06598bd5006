/** Hosts of one's own that links stand at (B2). */
export { guardHosts } from './guard-hosts.ts'
export { domainJobs } from './jobs.ts'
export { originOfOwner } from './origin-of-owner.ts'
export { domainRoutes } from './routes.ts'
export { senderOfOwner } from './sender-of-owner.ts'
