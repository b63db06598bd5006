/** The collectors of the server, now: by the very functions of its timed jobs, and what those leave to an operator. */
import type pg from 'pg'
import { allJobs } from '../app.ts'
import { noteBegun } from '../features/admin/index.ts'
import { deleteBlobsJob } from '../features/content/index.ts'
import type { JobHandler } from '../jobs/queue.ts'
import { runWaiting } from '../jobs/run-waiting.ts'
import type { Services } from '../services.ts'
import { type Command, numberOption } from './command.ts'
import { checkContainers } from './fsck/check-containers.ts'
import { describeFinding, type Finding } from './fsck/findings.ts'
import { defaultGraceSeconds } from './fsck/fsck.ts'
import { openInstallation } from './installation.ts'
import { countDeletionsWaiting, countEnded, type Ended } from './queries-gc.ts'

const collectors = [
  'uploads:collect',
  'transfers:purge',
  'transfers:forget',
  'delete-old-verifications',
  'accounts:delete-old-sessions',
]

export type GcReport = { ended: Ended; deletionsRun: number; deletionsWaiting: number; orphans: Finding[] }

const named = (jobs: readonly JobHandler[], name: string): JobHandler => {
  const found = jobs.find((job) => job.name === name)
  if (!found) throw new Error(`There is no job ${name}`)
  return found
}

/** Each takes some at a time: again for as long as something ended. */
async function collect(services: Services, timed: readonly JobHandler[]): Promise<Ended> {
  const begun = await countEnded(services.db)
  for (let before = begun; ; ) {
    for (const name of collectors) await named(timed, name).run({}, { attempt: 1, maxAttempts: 1 })
    const after = await countEnded(services.db)
    if (after.uploads === before.uploads && after.transfers === before.transfers)
      return { uploads: after.uploads - begun.uploads, transfers: after.transfers - begun.transfers }
    before = after
  }
}

export async function runGc(
  services: Services,
  pool: pg.Pool,
  options: { graceSeconds: number; force: boolean },
): Promise<GcReport> {
  const { jobs, timed } = allJobs(services)
  const ended = await collect(services, timed)
  const deletionsRun = await runWaiting(pool, [named(jobs, deleteBlobsJob.name)])
  const { findings: orphans } = await checkContainers(services, { ...options, repair: true })
  return { ended, deletionsRun, deletionsWaiting: await countDeletionsWaiting(services.db), orphans }
}

const summary = ({ ended, deletionsRun, deletionsWaiting, orphans }: GcReport): string =>
  `${ended.transfers} transfers and ${ended.uploads} uploads ended, ${deletionsRun} deletions of bytes run, ${deletionsWaiting} waiting, ` +
  `${orphans.filter(({ isRepaired }) => isRepaired).length} containers of nobody removed`

export const gc: Command = {
  usage: '[--now] [--grace HOURS] [--force] [--json]',
  summary: 'Run the collectors now: expired uploads and transfers, deletions that wait, old bytes of no row.',
  help: [
    '  --now          what it does anyway',
    `  --grace HOURS  leave bytes of no row alone for so long (default ${defaultGraceSeconds / 3600})`,
    '  --force        remove them also where they are so many that it looks like the wrong database',
    '  --json         one JSON object',
    '',
    'Exit codes: 0 done, 1 something could not be removed, 2 not done. May run beside the server.',
  ],
  options: { now: { type: 'boolean' }, grace: { type: 'string' }, force: { type: 'boolean' }, json: { type: 'boolean' } },
  async run(context, given) {
    const { values } = given
    const graceSeconds = numberOption(given, 'grace', defaultGraceSeconds / 3600, 0) * 3600
    const { services, pool } = await openInstallation(context)
    await noteBegun(services, { act: 'collected' })
    const report = await runGc(services, pool, { graceSeconds, force: values.force === true })
    if (values.json) context.out(JSON.stringify(report, null, 2))
    else for (const line of [...report.orphans.flatMap(describeFinding), summary(report)]) context.out(line)
    return report.orphans.every(({ isRepaired }) => isRepaired) && report.deletionsWaiting === 0 ? 0 : 1
  },
}
