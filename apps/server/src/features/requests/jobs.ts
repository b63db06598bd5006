import { handleJob, type JobHandler, jobName, type TimedJob } from '../../jobs/queue.ts'
import type { Services } from '../../services.ts'
import { inspectFiles } from './inspect-files.ts'
import { announceJob, commentedJob, inspectJob, mailSupplierJob, receiptJob } from './job-names.ts'
import { announce, mailReceipt, mailWritten } from './mail-requester.ts'
import { mailSupplier } from './mail-supplier.ts'
import { remindDue } from './remind.ts'

export function requestJobs(services: Services): { jobs: JobHandler[]; timed: TimedJob[] } {
  return {
    jobs: [
      handleJob(mailSupplierJob, (mail, tried) => mailSupplier(services, mail, tried)),
      handleJob(announceJob, ({ requestId }) => announce(services, requestId)),
      handleJob(receiptJob, ({ submissionId }) => mailReceipt(services, submissionId)),
      handleJob(commentedJob, ({ commentId }) => mailWritten(services, commentId)),
      handleJob(inspectJob, ({ submissionId }) => inspectFiles(services, submissionId)),
    ],
    timed: [{ ...handleJob(jobName('requests:remind'), () => remindDue(services)), everyMinutes: 60 }],
  }
}
