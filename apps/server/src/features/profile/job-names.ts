import type { Language } from '@sampan/contract/paths'
import { jobName } from '../../jobs/queue.ts'

export const makeExportJob = jobName<{ exportId: string }>('profile:make-export')
export const exportJobKey = (exportId: string): string => `export:${exportId}`
/** `mailId` names the mail however often the job runs. */
export const exportReadyJob = jobName<{ mailId: string; userId: string }>('profile:export-ready')
export const deletionAskedJob = jobName<{ mailId: string; userId: string }>('profile:deletion-asked')
export const accountKeptJob = jobName<{ mailId: string; userId: string }>('profile:kept')
/** The account is gone by then: the job itself knows whom to tell. */
export const accountGoneJob = jobName<{ mailId: string; email: string; language: Language }>('profile:gone')
