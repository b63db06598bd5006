/** Reports of what should not be there, and what the operator does about it (D7). */
import { dismiss, putBack, takeDown } from './decide.ts'
import { reportJobs } from './jobs.ts'
import * as queries from './queries.ts'
import { reportRoutes } from './routes.ts'

export const reportFeature = { routes: reportRoutes, jobs: reportJobs }
/** For the operator's commands. */
export const reportActs = { takeDown, putBack, dismiss }
export const reportReads = {
  reportedTransfers: queries.reportedTransfers,
  reportsOf: queries.reportsOf,
  findTransfer: queries.findTransfer,
  copiesOf: queries.copiesOf,
}
