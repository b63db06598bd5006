/** What is probably read by a scanner of links is told in the timeline, and counts nowhere (D11). */
import { Problem } from '@sampan/contract/errors'
import { inTransaction, type Transaction } from '../../db/connect.ts'
import { scopeKey } from '../../db/download-scope.ts'
import { isUnwritable } from '../../db/trouble.ts'
import { type Meter, uncountedMeter } from '../../delivery/meter.ts'
import type { Actor } from '../../http/actor.ts'
import { takeRate, takeRateIfLeft } from '../../http/rate-limit.ts'
import type { Services } from '../../services.ts'
import { mayReadOn, type Scope } from './count-download.ts'
import { noteScanned } from './note-opening.ts'
import { isProbablyScanner } from './probable-scanner.ts'
import { hasBegun } from './queries.ts'
import type { Link } from './resolve-link.ts'

type Deps = Pick<Services, 'db' | 'clock' | 'config' | 'geo'>
type Scan = { link: Link; actor: Actor; what: Scope }

/** Null where no mail with it was sent, nor is on its way. */
function secondsSinceMail({ recipient }: Link, now: Date): number | null {
  if (!recipient) return null
  const leftAt = Math.max(recipient.mailedAt?.getTime() ?? 0, recipient.remindedAt?.getTime() ?? 0)
  // It may be read before it is noted that it left.
  if (leftAt === 0) return recipient.mailState === 'queued' ? 0 : null
  return (now.getTime() - leftAt) / 1000
}

async function isScanner({ db, clock }: Deps, link: Link, { userAgent }: Actor): Promise<boolean> {
  const { recipient, downloadId } = link
  const now = clock()
  const openedAt = recipient?.openedAt
  const asking = {
    userAgent,
    isStepped: downloadId?.isStepped ?? false,
    secondsSinceMail: secondsSinceMail(link, now),
    secondsSinceOpened: openedAt ? (now.getTime() - openedAt.getTime()) / 1000 : null,
    hasReadBefore: false,
  }
  // Asked of the database only where it decides.
  return recipient !== null && isProbablyScanner(asking) && !(await hasBegun(db, recipient.id))
}

/**
 * Notes what is read for nobody, once for each thing and network, whatever ranges it is read in. False where it is too often on a link
 * with a limit of downloads: it counts as a person's then. Elsewhere it is refused.
 */
async function takeScan(tx: Transaction, deps: Deps, { link, actor, what }: Scan): Promise<boolean> {
  const { linkScan, linkScanLimited, linkScanAgain } = deps.config.rateLimits
  const now = deps.clock()
  const key = `${link.transfer.id}:${link.recipient!.id}`
  if (link.transfer.downloadLimit !== null) {
    if (!(await takeRateIfLeft(tx, linkScanLimited, key, now))) return false
  } else {
    if (!(await takeRateIfLeft(tx, linkScanAgain, `${key}:${actor.networkKey}:${scopeKey(what.scope)}`, now))) return true
    await takeRate(tx, linkScan, key, now)
  }
  await noteScanned(tx, deps, { link, actor, what })
  return true
}

/** Null for a reader whose download counts. */
export async function scannerMeter(deps: Deps, link: Link, actor: Actor, what: Scope): Promise<Meter | null> {
  if (!(await isScanner(deps, link, actor))) return null
  if (link.state === 'limitReached') throw new Problem('downloadLimitReached')
  try {
    if (!(await inTransaction(deps.db, (tx) => takeScan(tx, deps, { link, actor, what })))) return null
  } catch (error) {
    if (!isUnwritable(error)) throw error
  }
  return uncountedMeter(() => mayReadOn(deps, link, what))
}
