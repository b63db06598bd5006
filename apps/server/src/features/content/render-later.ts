/** What can be looked at small, or heard on every phone, is made after an upload was completed (K5, Q9). */
import { thumbnails } from '@sampan/contract/limits'
import { endingsOf } from '@sampan/contract/rules/preview-kind'
import type { Db, Transaction } from '../../db/connect.ts'
import { isUsedUp, noteUse } from '../../http/rate-limit.ts'
import { addJob, jobName } from '../../jobs/queue.ts'
import type { Services } from '../../services.ts'
import { markToRender } from './queries-renditions.ts'

type Needs = Pick<Services, 'config' | 'clock'>

/** One turn of an owner's files. Who renders handles it. */
export const renderTurnJob = jobName<{ ownerId: string }>('renditions:turn')
/** One at a time over all processes: it may take long, and nobody's bytes wait for it. */
const renderQueue = 'render'

/** As the programs that render them can read them. */
const endings = endingsOf('image', 'picture', 'pdf').filter((ending) => ending !== 'bmp')

/** Of what else it may be, its sender can send a small picture along. */
export const isRendered = (path: string): boolean => new RegExp(`\\.(${endings.join('|')})$`, 'i').test(path)

export async function renderLater(tx: Transaction, needs: Needs, upload: { id: string; ownerId: string }): Promise<void> {
  if (await markToRender(tx, upload.id, endings.join('|'), thumbnails.sourceBytes)) await queueTurn(tx, needs, upload.ownerId)
}

/**
 * However much an owner has, one job of theirs waits: each turn puts the next one behind those of all others, and where their seconds are
 * used up behind whoever comes later too.
 */
export async function queueTurn(db: Db, { config, clock }: Needs, ownerId: string): Promise<void> {
  const isLast = await isUsedUp(db, config.rateLimits.renderSeconds, ownerId, clock())
  await addJob(db, renderTurnJob, { ownerId }, { key: `render:${ownerId}`, queue: renderQueue, isLast })
}

export const noteRendering = (db: Db, { config, clock }: Needs, ownerId: string, seconds: number): Promise<void> =>
  noteUse(db, config.rateLimits.renderSeconds, ownerId, clock(), seconds)
