/** The operator's pages (O11), and what the operator's commands do by the same functions. */
export {
  type AccountChange,
  changeAccount,
  giveRole,
  logOutEverywhere,
  makeOperator,
  restore,
  setLimits,
  suspend,
} from './change-account.ts'
export { decideJob, handleFeedback, noteOf } from './decide.ts'
export { firstOperatorUrl } from './first-operator.ts'
export { noteAct, noteBegun } from './note-act.ts'
export { type Account, aroundAccount, findAccount, findAccounts } from './queries-accounts.ts'
export { readLog } from './read-log.ts'
export { readBounces, readQueue, readStorage } from './read-service.ts'
export { adminRoutes } from './routes.ts'
