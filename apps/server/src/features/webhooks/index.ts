/** What happens, told to an account's own programs (O9): other features say what, here is kept to whom, and sent. */
export { requestFacts, supplierFacts, transferFacts } from './facts.ts'
export { webhookJobs } from './jobs.ts'
export { ownersListening } from './queries.ts'
export { webhooksForCopy } from './queries-deliveries.ts'
export { webhookRoutes } from './routes.ts'
export { tellWebhooks } from './tell.ts'
