/** `/admin/queue` (O11): how much work waits, and what was given up. */
import { Button } from '@mantine/core'
import { isErrorCode } from '@sampan/contract/error-codes'
import { defaultLanguage } from '@sampan/contract/paths'
import { type AdminJob, adminDropJob, adminQueue, adminRetryJob } from '@sampan/contract/routes/admin'
import { errorText } from '@sampan/texts/errors'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useFormat } from '../../lib/format.ts'
import { useLanguage } from '../../lib/i18n.ts'
import { api } from '../../product/session/api.ts'
import { Question } from '../../ui/question.tsx'
import classes from './admin.module.css'
import { ActToasts, Asked } from './asked.tsx'
import { Numbers } from './numbers.tsx'
import { useAdmin } from './queries.ts'
import { useAct } from './use-act.ts'

export function Queue() {
  const { t } = useTranslation('admin')
  const format = useFormat()
  const acts = useAct()
  const [dropped, setDropped] = useState<AdminJob | null>(null)
  const queue = useAdmin('queue', '', (signal) => api.call(adminQueue, { signal }))
  const retry = ({ _id: jobId }: AdminJob) =>
    acts.act(`retry ${jobId}`, (signal) => api.call(adminRetryJob, { params: { jobId }, signal }), t('retried'))
  const drop = ({ _id: jobId }: AdminJob) =>
    acts.act(`drop ${jobId}`, (signal) => api.call(adminDropJob, { params: { jobId }, signal }), t('dropped'))
  return (
    <>
      <Asked query={queue}>
        {({ waiting, failed, oldestSeconds, jobs }) => (
          <>
            <section className={classes.card}>
              <Numbers
                rows={[
                  [t('waiting'), format.number(waiting)],
                  [t('oldest'), waiting > 0 ? format.duration(oldestSeconds) : t('none')],
                  [t('givenUp'), format.number(failed)],
                ]}
              />
            </section>
            <section className={classes.card} aria-labelledby="jobs">
              <h2 id="jobs">{t('jobsTitle')}</h2>
              <p className={classes.text}>{t(jobs.length > 0 ? 'jobsText' : 'jobsEmpty')}</p>
              {jobs.length > 0 && (
                <ul className={classes.rows}>
                  {jobs.map((job) => (
                    <li key={job._id}>
                      <div>
                        <b>{job.kind}</b>
                        <JobError job={job} />
                        <span>
                          {t('tries', { count: job.tries })} · {format.dateTime(new Date(job.failedAt))}
                        </span>
                      </div>
                      <span className={classes.acts}>
                        <Button
                          variant="default"
                          h={44}
                          loading={acts.busy === `retry ${job._id}`}
                          aria-label={t('retryKind', { kind: job.kind })}
                          onClick={() => void retry(job)}
                        >
                          {t('retry')}
                        </Button>
                        <Button
                          variant="subtle"
                          h={44}
                          loading={acts.busy === `drop ${job._id}`}
                          aria-label={t('dropKind', { kind: job.kind })}
                          onClick={() => setDropped(job)}
                        >
                          {t('drop')}
                        </Button>
                      </span>
                    </li>
                  ))}
                </ul>
              )}
              {failed > jobs.length && <p className={classes.text}>{t('latestOnly', { number: format.number(jobs.length) })}</p>}
            </section>
          </>
        )}
      </Asked>
      {dropped && (
        <Question title={t('dropTitle')} text={t('dropText', { kind: dropped.kind })} onClose={() => setDropped(null)}>
          <Button variant="default" h={46} onClick={() => setDropped(null)}>
            {t('cancel')}
          </Button>
          <Button
            h={46}
            onClick={() => {
              void drop(dropped)
              setDropped(null)
            }}
          >
            {t('drop')}
          </Button>
        </Question>
      )}
      <ActToasts acts={acts} />
    </>
  )
}

/** An error of ours in the reader's words; what a driver or another server has said stands as it was said. */
function JobError({ job: { error, problem } }: { job: AdminJob }) {
  const { t } = useTranslation('admin')
  const language = useLanguage()
  if (problem && isErrorCode(problem.code)) return <span>{errorText(problem.code, problem.details, language)}</span>
  return (
    <>
      <span>{t(error ? 'jobSaid' : 'jobSaidNothing')}</span>
      {error && (
        <q className={classes.original} lang={defaultLanguage}>
          <bdi>{error}</bdi>
        </q>
      )}
    </>
  )
}
