/** Proving an e-mail address with a code (Q12). */
export { verificationJobs } from './jobs.ts'
export { verificationRoutes } from './routes.ts'
export { isVerified } from './verified.ts'
