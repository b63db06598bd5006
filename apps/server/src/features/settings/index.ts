/** What an account's transfers and requests begin with (B4). */
export { settingsRoutes } from './routes.ts'
export { readSettings } from './settings.ts'
