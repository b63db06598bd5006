/** What an account has deleted and may bring back (T11). */
export { binRoutes } from './routes.ts'
