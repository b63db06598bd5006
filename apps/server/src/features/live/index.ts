/** News as it happens: server-sent events, fed by what every process tells through the database. */
export { liveRoutes } from './routes.ts'
