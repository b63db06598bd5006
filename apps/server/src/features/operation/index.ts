/** Health, readiness, metrics, the description of every route, and which store of bytes is the database’s. */
// `bindStore` comes before any process serves.
export { bindStore, checkStore, claimStore } from './bind-store.ts'
export { noteStores } from './known-stores.ts'
export { listenForMetrics } from './metrics-server.ts'
export { readHeld, readJobs } from './queries.ts'
export { operationRoutes } from './routes.ts'
export { requireSameSettings, storeLastServed } from './same-settings.ts'
