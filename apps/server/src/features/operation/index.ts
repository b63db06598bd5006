/** Health, readiness, metrics, and the description of every route. */
export { listenForMetrics } from './metrics-server.ts'
export { operationRoutes } from './routes.ts'
