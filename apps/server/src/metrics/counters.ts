/** What is counted (O4): names by Prometheus' conventions, with one label at most, which never holds a person's data. */
import { errorCatalogue } from '@sampan/contract/errors'
import { rateLimits } from '@sampan/contract/rate-limits'

type Plain = { name: string; help: string }
/** Known values start at 0, so that the first of a kind is seen as a rise. */
type Labelled = Plain & { label: string; values?: readonly string[] }

export const plainCounters = {
  uploadsCreated: { name: 'sampan_uploads_created_total', help: 'Uploads begun.' },
  uploadsCompleted: { name: 'sampan_uploads_completed_total', help: 'Uploads of which every byte is there and flushed.' },
  submissionsReceived: { name: 'sampan_submissions_received_total', help: 'Submissions to file requests that are whole.' },
  downloadsCounted: { name: 'sampan_downloads_total', help: 'Downloads that were counted: whole files and zips.' },
  receivedBytes: { name: 'sampan_received_bytes_total', help: 'Bytes of parts that were stored, repeated ones too.' },
  sentBytes: { name: 'sampan_sent_bytes_total', help: 'Bytes of files and zips given to readers.' },
  unreadableReads: {
    name: 'sampan_unreadable_reads_total',
    help: 'Reads that met stored bytes which are missing or not those that were written: run fsck.',
  },
  logInFailures: { name: 'sampan_log_in_failures_total', help: 'Log-ins with a wrong address or password.' },
  linkMisses: { name: 'sampan_link_misses_total', help: 'Links asked for that do not exist.' },
  linkMissAlarms: { name: 'sampan_link_miss_alarms_total', help: 'Seconds with 10 or more of them: somebody may be guessing.' },
} as const satisfies Record<string, Plain>

export const labelledCounters = {
  transfersPublished: {
    name: 'sampan_transfers_published_total',
    help: 'Transfers published, by how they are sent.',
    label: 'send_as',
    values: ['email', 'link'],
  },
  requestsCreated: {
    name: 'sampan_requests_created_total',
    help: 'File requests made, by how they ask.',
    label: 'send_as',
    values: ['email', 'link'],
  },
  partsRefused: { name: 'sampan_parts_refused_total', help: 'Parts of uploads that were refused, by error code.', label: 'code' },
  mails: {
    name: 'sampan_mails_total',
    help: 'Mails given to the mail server: sent, refused for good, or failed and tried again.',
    label: 'outcome',
    values: ['sent', 'refused', 'failed'],
  },
  bounces: {
    name: 'sampan_bounces_total',
    help: 'Mails that came back: bounced, delayed, known before, foreign, or not to be read.',
    label: 'outcome',
    values: ['bounced', 'delayed', 'known', 'foreign', 'unread'],
  },
  jobsRun: { name: 'sampan_jobs_run_total', help: 'Runs of jobs that ended well, by job.', label: 'job' },
  jobsFailed: { name: 'sampan_jobs_failed_total', help: 'Runs of jobs that failed, by job.', label: 'job' },
  rateRefusals: {
    name: 'sampan_rate_limit_refusals_total',
    help: 'Requests refused with 429, by the rate limit that refused them.',
    label: 'rule',
    values: Object.keys(rateLimits),
  },
  errors: {
    name: 'sampan_errors_total',
    help: 'Requests answered with an error, by its code.',
    label: 'code',
    values: Object.keys(errorCatalogue),
  },
} as const satisfies Record<string, Labelled>

export type PlainCounter = keyof typeof plainCounters
export type LabelledCounter = keyof typeof labelledCounters

export const requestHistogram = {
  name: 'sampan_http_request_duration_seconds',
  help: 'Requests by method, route pattern and class of status; "aborted" where the other side went away.',
  labelNames: ['method', 'route', 'status'],
  // Parts and downloads may take minutes, everything else milliseconds.
  buckets: [0.005, 0.02, 0.1, 0.5, 2, 10, 60, 600],
} as const
