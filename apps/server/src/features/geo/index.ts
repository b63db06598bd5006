/** Tells visitors where they seem to be (H1). */
export { geoRoutes } from './routes.ts'
