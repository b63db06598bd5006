/** Files that their owner looks at (D4). */
export { previewRoutes } from './routes.ts'
