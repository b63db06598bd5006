/** Does the jobs that wait, as the queue would: one after another, again later where they fail. Mails are kept, not sent. */
import { contentHooks, withUploadPurposes } from '../../src/app.ts'
import { contentJobs } from '../../src/features/content/index.ts'
import { uploadJobs } from '../../src/features/uploads/index.ts'
import type { JobHandler } from '../../src/jobs/queue.ts'
import type { Life } from './server-life.ts'

type Job = { id: string; task: string; payload: unknown; attempts: number; max_attempts: number }

const waiting = `select j.id, t.identifier as task, j.payload, j.attempts, j.max_attempts
  from graphile_worker._private_jobs j join graphile_worker._private_tasks t on t.id = j.task_id
  where t.identifier = any($1) and j.locked_at is null and j.attempts < j.max_attempts order by j.id limit 1`

/** Those of the product that belong to uploads and to their completion. */
export function handlersOf({ services }: Life): Map<string, JobHandler> {
  const all = [...uploadJobs(withUploadPurposes(services)).jobs, ...contentJobs(services, contentHooks(services)).jobs]
  const own = all.filter(({ name }) => name.startsWith('uploads:'))
  return new Map(own.map((job) => [job.name, job]))
}

/** Every job that waits, once; `told` of each. Failures wait for the next round. */
export async function doJobs(life: Life, trace: (text: string) => void): Promise<void> {
  const handlers = handlersOf(life)
  const done = new Set<string>()
  for (;;) {
    const { rows } = await life.pool.query<Job>(`${waiting.replace('limit 1', 'limit 50')}`, [[...handlers.keys()]])
    const job = rows.find(({ id }) => !done.has(id))
    if (!job) return
    done.add(job.id)
    const locked = `update graphile_worker._private_jobs set locked_at = now(), locked_by = 'simulation', attempts = attempts + 1 where id = $1`
    await life.pool.query(locked, [job.id])
    try {
      await handlers.get(job.task)!.run(job.payload, { attempt: job.attempts + 1, maxAttempts: job.max_attempts })
      trace(`job ${job.task} done`)
      await life.pool.query('delete from graphile_worker._private_jobs where id = $1', [job.id])
    } catch (error) {
      trace(`job ${job.task} failed: ${(error as Error).message.slice(0, 60)}`)
      await life.pool.query(`update graphile_worker._private_jobs set locked_at = null, locked_by = null where id = $1`, [job.id])
    }
  }
}

/** Whoever held them is dead. */
export const unlockJobs = `update graphile_worker._private_jobs set locked_at = null, locked_by = null where locked_at is not null`
