/** What is new (T7): from Markdown files in every language, which an operator may replace (W4). */
export { newsRoutes } from './routes.ts'
