/** What is probably read by a scanner of links is told in the timeline, and counts nowhere (D11). */
import { Problem } from '@sampan/contract/errors'
import { inTransaction } from '../../db/connect.ts'
import { isUnwritable } from '../../db/trouble.ts'
import { type Meter, uncountedMeter } from '../../delivery/meter.ts'
import type { Actor } from '../../http/actor.ts'
import { takeRate } from '../../http/rate-limit.ts'
import type { Services } from '../../services.ts'
import { mayReadOn, type Scope } from './count-download.ts'
import { noteScanned } from './note-opening.ts'
import { isProbablyScanner } from './probable-scanner.ts'
import { hasBegun } from './queries.ts'
import type { Link } from './resolve-link.ts'

type Deps = Pick<Services, 'db' | 'clock' | 'config' | 'geo'>

/** A mail that is on its way may be read before it is noted that it left. */
function secondsSinceMail({ recipient }: Link, now: Date): number | null {
  if (!recipient) return null
  const { mailedAt, remindedAt } = recipient
  const leftAt = Math.max(mailedAt?.getTime() ?? 0, remindedAt?.getTime() ?? 0) || now.getTime()
  return (now.getTime() - leftAt) / 1000
}

async function isScanner({ db, clock }: Deps, link: Link, { userAgent }: Actor): Promise<boolean> {
  const { recipient, downloadId } = link
  const asking = {
    userAgent,
    isStepped: downloadId?.isStepped ?? false,
    secondsSinceMail: secondsSinceMail(link, clock()),
    hasReadBefore: false,
  }
  // Asked of the database only where it decides.
  return recipient !== null && isProbablyScanner(asking) && !(await hasBegun(db, recipient.id))
}

/** Null for a reader whose download counts. So often that it could stand for downloads it is refused. */
export async function scannerMeter(deps: Deps, link: Link, actor: Actor, what: Scope): Promise<Meter | null> {
  if (!(await isScanner(deps, link, actor))) return null
  if (link.state === 'limitReached') throw new Problem('downloadLimitReached')
  const { linkScan } = deps.config.rateLimits
  try {
    await inTransaction(deps.db, async (tx) => {
      await takeRate(tx, linkScan, `${link.transfer.id}:${link.recipient!.id}`, deps.clock())
      await noteScanned(tx, deps, { link, actor, what })
    })
  } catch (error) {
    if (!isUnwritable(error)) throw error
  }
  return uncountedMeter(() => mayReadOn(deps, link, what))
}
