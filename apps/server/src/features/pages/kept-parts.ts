/**
 * A page that stays open during an upgrade goes on asking for the parts of its own build: these are kept in the database, where every
 * replica finds them, for a week after a build that has them last ran (W6).
 */

import { promisify } from 'node:util'
import { gunzip, gzip } from 'node:zlib'
import { keptPartSeconds } from '@sampan/contract/limits'
import { addSeconds } from '../../add-seconds.ts'
import type { Db } from '../../db/connect.ts'
import { handleJob, jobName, type TimedJob } from '../../jobs/queue.ts'
import type { Services } from '../../services.ts'
import * as queries from './queries-parts.ts'
import { assetsPath, type BuiltFile, ownWebBuild } from './web-build.ts'

const packed = promisify(gzip)
const unpacked = promisify(gunzip)

/** Fonts and what PDFs are drawn with stay the same over builds. */
const isPart = ({ type, hasHashInName }: BuiltFile): boolean => hasHashInName && /^text\/(?:javascript|css)\b/.test(type)

/** Those of the build that runs are kept, those that none has had for a week go. */
export async function keepParts({ db, clock }: Pick<Services, 'db' | 'clock'>, files: readonly BuiltFile[]): Promise<void> {
  const lastRanAt = clock()
  const parts = files.filter(isPart)
  const paths = parts.map(({ path }) => path)
  const known = await queries.touchParts(db, paths, lastRanAt)
  for (const { path, type, body } of parts.filter((part) => !known.has(part.path)))
    await queries.insertPart(db, { path, type, body: await packed(body), lastRanAt })
  await queries.deletePartsBefore(db, addSeconds(lastRanAt, -keptPartSeconds))
}

const isNamed = (path: string): boolean =>
  path.startsWith(assetsPath) && /^[\w.-]{10,200}\.(?:js|css)$/.test(path.slice(assetsPath.length))

/** A part of a build that ran here before; nobody is asked for what cannot be one. */
export async function findPart(db: Db, path: string): Promise<BuiltFile | null> {
  if (!isNamed(path)) return null
  const found = await queries.readPart(db, path)
  return found ? { path, type: found.type, body: await unpacked(found.body), hasHashInName: true } : null
}

/** Soon after a start: whatever runs for an hour may have been opened in a tab that outlives it. */
export const pageJobs = (services: Services): { timed: TimedJob[] } => ({
  timed: [{ ...handleJob(jobName('pages:keep-parts'), () => keepParts(services, ownWebBuild().files)), everyMinutes: 60 }],
})
