/** Where links lead that were given out by the product before: to what their share or page is here. */
import { linkPath, requestPath } from '@sampan/contract/paths'
import { inTransaction } from '../../db/connect.ts'
import type { Guest } from '../../http/actor.ts'
import { checkRate, takeRate } from '../../http/rate-limit.ts'
import type { Services } from '../../services.ts'
import { findRequest } from '../requests/index.ts'
import { findTransfer } from '../transfers/index.ts'
import { type Product, requestOfAlias, transferOfAlias } from './queries.ts'

type Needs = Pick<Services, 'db' | 'clock' | 'config' | 'linkMissed'>
export type OldLink = {
  sources: readonly Product[]
  alias: string
  to: 'transfer' | 'request'
  /** It was looked for as an address of ours before, and is a wrong guess already. */
  isMiss?: boolean
}

async function pathOf({ db }: Needs, { sources, alias, to }: OldLink): Promise<string | undefined> {
  if (to === 'transfer') {
    const id = await transferOfAlias(db, sources, alias)
    const transfer = id && (await findTransfer(db, { id }))
    return transfer ? linkPath(transfer.slug) : undefined
  }
  const id = await requestOfAlias(db, sources, alias)
  const request = id && (await findRequest(db, { id }))
  return request ? requestPath(request.slug) : undefined
}

/** Undefined where there is none. People chose these names, so guesses are limited by network address as those of links are. */
export async function oldLink(needs: Needs, { networkKey }: Guest, link: OldLink): Promise<string | undefined> {
  const { linkMiss } = needs.config.rateLimits
  const now = needs.clock()
  if (!link.isMiss) await checkRate(needs.db, linkMiss, networkKey, now)
  const path = await pathOf(needs, link)
  if (path || link.isMiss) return path
  needs.linkMissed()
  await inTransaction(needs.db, (tx) => takeRate(tx, linkMiss, networkKey, now))
  return undefined
}
