/** Proving an e-mail address with a code (Q12), also for signing up (A1). */
import { checkCode, checkCodeAnd } from './check-code.ts'
import { forgetProofs, isUsedCode } from './queries.ts'
import { askedBefore, mailCode, pretendCode } from './send-code.ts'
import { giveTicket, isTicket, useTicket } from './sign-up-ticket.ts'

export { verificationJobs } from './jobs.ts'
export { verificationRoutes } from './routes.ts'
export { isVerified } from './verified.ts'
export const codes = {
  askedBefore,
  mail: mailCode,
  pretend: pretendCode,
  check: checkCode,
  checkAnd: checkCodeAnd,
  isUsed: isUsedCode,
  /** What was proved of an address, in whatever browser. */
  forget: forgetProofs,
}
export const signUpTickets = { give: giveTicket, isGood: isTicket, use: useTicket }
export type { Ticket as SignUpTicket } from './sign-up-ticket.ts'
