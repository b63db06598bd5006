/** Verifying an e-mail address with a code (Q12), also for signing up (A1). */
export { checkCode, checkCodeAnd } from './check-code.ts'
export { verificationJobs } from './jobs.ts'
export { forgetVerifications, isUsedCode } from './queries.ts'
export { verificationRoutes } from './routes.ts'
export { askedBefore, decoyCode, mailCode } from './send-code.ts'
export type { Ticket as SignUpTicket } from './sign-up-ticket.ts'
export { giveTicket, isTicket, useTicket } from './sign-up-ticket.ts'
export { isVerified } from './verified.ts'
