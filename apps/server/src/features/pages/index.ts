/** The web app as the server hands it out. */
export { pageRoutes } from './routes.ts'
