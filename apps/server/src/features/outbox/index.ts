/** Kept mails, shown to whoever runs the service without a mail server. */
export { outboxRoutes, outboxUrl } from './routes.ts'
