/** Mail that its readers do not want: who refuses whose. */
export { refusalLink } from './refusal-token.ts'
export { readRefusal, refusesMail } from './refuse.ts'
export { refusalRoutes } from './routes.ts'
