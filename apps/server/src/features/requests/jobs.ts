import { handleJob, type JobHandler, jobName, type TimedJob } from '../../jobs/queue.ts'
import type { Services } from '../../services.ts'
import { eraseDueRequests } from './delete-request.ts'
import { inspectFiles } from './inspect-files.ts'
import { announceJob, eraseDueJob, inspectJob, mailSupplierJob, noticeProofJob, receiptJob, writtenJob } from './job-names.ts'
import { mailProof } from './mail-proof.ts'
import { mailReceipt } from './mail-receipt.ts'
import { announce, mailWritten } from './mail-requester.ts'
import { mailSupplier } from './mail-supplier.ts'
import { remindDue } from './remind.ts'

export function requestJobs(services: Services): { jobs: JobHandler[]; timed: TimedJob[] } {
  return {
    jobs: [
      handleJob(mailSupplierJob, (mail, tried) => mailSupplier(services, mail, tried)),
      handleJob(announceJob, ({ requestId }, tried) => announce(services, requestId, tried)),
      handleJob(receiptJob, ({ submissionId }, tried) => mailReceipt(services, submissionId, tried)),
      handleJob(writtenJob, ({ requestId }, tried) => mailWritten(services, requestId, tried)),
      handleJob(noticeProofJob, (payload, tried) => mailProof(services, payload, tried)),
      handleJob(eraseDueJob, () => eraseDueRequests(services)),
      handleJob(inspectJob, ({ submissionId }) => inspectFiles(services, submissionId)),
    ],
    timed: [
      { ...handleJob(jobName('requests:remind'), () => remindDue(services)), everyMinutes: 60 },
      { ...handleJob(jobName('requests:erase'), () => eraseDueRequests(services)), everyMinutes: 60 },
    ],
  }
}
