/** Accounts: signing up, logging in, and sessions (A1 to A3). */
import { confirmPassword } from './confirm-password.ts'
import { giveBack } from './give-back.ts'
import { accountJobs } from './jobs.ts'
import { readSignedDomain } from './logo-address.ts'
import { findAccount, findIdentity } from './queries.ts'
import { accountRoutes } from './routes.ts'
import { picturesOf, userOf } from './sessions.ts'

export const accountFeature = { routes: accountRoutes, jobs: accountJobs, giveBack }
export { endProgramSession, openProgramSession, programSession } from './program-sessions.ts'
/** What others may ask about an account, and of its owner. */
export const accountReads = { findIdentity, findAccount, userOf, picturesOf, readSignedDomain, confirmPassword }
