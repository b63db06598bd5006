/** Taking a host, looking at its DNS, and giving it back (B2). */
import { Problem } from '@sampan/contract/errors'
import { planOf } from '@sampan/contract/plans'
import type { DomainsView, LinkDomain } from '@sampan/contract/routes/domains'
import { hostNameOf, isBelow, isFreeSubdomain } from '@sampan/contract/rules/host-name'
import { inTransaction } from '../../db/connect.ts'
import type { SignedIn } from '../../http/actor.ts'
import { takeRate } from '../../http/rate-limit.ts'
import { hostOfOrigin } from '../../links.ts'
import type { Services } from '../../services.ts'
import { holderOf, lockOwner, refuseSuspended } from '../owners/index.ts'
import { noteAct } from '../team-log/index.ts'
import { type Checked, checkDns, proofOf } from './check-dns.ts'
import * as queries from './queries.ts'
import { settle } from './settle.ts'

export type DomainDeps = Pick<Services, 'db' | 'clock' | 'config' | 'secrets' | 'dns'>

const checkRow = ({ dns, secrets, config }: DomainDeps, { host, ownerId }: queries.DomainRow): Promise<Checked> => {
  const base = hostOfOrigin(config)
  return checkDns(dns, host, base, isBelow(host, base) ? null : proofOf(secrets.domain, ownerId, host))
}

async function shown(deps: DomainDeps, row: queries.DomainRow, known: Known | undefined): Promise<LinkDomain> {
  const { records } = known?.id === row.id ? known.checked : await checkRow(deps, row)
  const { host, verifiedAt, brokenAt, checkedAt } = row
  return {
    host,
    isSubdomain: isBelow(host, hostOfOrigin(deps.config)),
    state: verifiedAt ? 'verified' : brokenAt ? 'broken' : 'waiting',
    checkedAt: checkedAt?.getTime() ?? null,
    verifiedAt: verifiedAt?.getTime() ?? null,
    records,
  }
}

/** What a look has found a moment ago. */
type Known = { id: string; checked: Checked }

/** With what is wanted of DNS, which is asked each time that somebody looks; `known`: of which one it was asked already. */
export async function readDomains(deps: DomainDeps, { ownerId }: SignedIn, known?: Known): Promise<DomainsView> {
  const { db, config } = deps
  const rows = await queries.domainsOf(db, ownerId)
  return {
    domains: await Promise.all(rows.map((row) => shown(deps, row, known))),
    base: hostOfOrigin(config),
    hasSubdomains: config.subdomains,
    isAllowed: planOf(await holderOf(db, ownerId)).ownHosts,
  }
}

/** Throws invalidInput where nobody could have the host, domainTaken where somebody else has proven it or what it lies below. */
function refuseHost({ config }: DomainDeps, host: string): void {
  const base = hostOfOrigin(config)
  const isInvalid =
    host === base || isBelow(base, host) || (isBelow(host, base) && !(config.subdomains && isFreeSubdomain(host, base)))
  if (isInvalid) throw new Problem('invalidInput', {}, { fields: { host: 'invalid' } })
}

/** Takes a host: one of one's own, and one sub-domain of the installation. A sub-domain is whoever's takes it first. */
export async function addDomain(deps: DomainDeps, actor: SignedIn, host: string): Promise<DomainsView> {
  refuseHost(deps, host)
  const { db, clock, config } = deps
  const base = hostOfOrigin(config)
  await inTransaction(db, async (tx) => {
    const owner = (await lockOwner(tx, actor.ownerId))!
    refuseSuspended(owner.status)
    if (!planOf(owner).ownHosts) throw new Problem('domainsReserved')
    const rows = await queries.domainsOf(tx, owner.id)
    if (rows.some((row) => row.host === host)) return
    if (await queries.provenAbove(tx, owner.id, host)) throw new Problem('domainTaken')
    if (rows.some((row) => isBelow(row.host, base) === isBelow(host, base))) throw new Problem('domainThere')
    await takeRate(tx, config.rateLimits.domains, owner.id, clock())
    await queries.insertDomain(tx, { ownerId: owner.id, host, addedAt: clock() })
    await noteAct(tx, actor, 'domainAdded', host, clock())
  })
  return checkDomain(deps, actor, host)
}

export async function checkDomain(deps: DomainDeps, actor: SignedIn, host: string): Promise<DomainsView> {
  const { db, clock, config } = deps
  const row = await queries.findDomain(db, actor.ownerId, host)
  if (!row) throw new Problem('domainUnknown')
  await inTransaction(db, (tx) => takeRate(tx, config.rateLimits.domainChecks, actor.ownerId, clock()))
  const checked = await checkRow(deps, row)
  await settle(deps, row, checked)
  return readDomains(deps, actor, { id: row.id, checked })
}

export async function removeDomain(deps: DomainDeps, actor: SignedIn, host: string): Promise<DomainsView> {
  await inTransaction(deps.db, async (tx) => {
    const owner = (await lockOwner(tx, actor.ownerId))!
    refuseSuspended(owner.status)
    const row = await queries.findDomain(tx, owner.id, host)
    if (!row) throw new Problem('domainUnknown')
    await queries.deleteDomain(tx, row.id)
    await noteAct(tx, actor, 'domainRemoved', host, deps.clock())
  })
  return readDomains(deps, actor)
}

/** Each hour: what was right goes on only as long as DNS says so. */
export async function checkDue(deps: DomainDeps, before: Date): Promise<void> {
  for (;;) {
    const rows = await queries.dueDomains(deps.db, before, 20)
    if (rows.length === 0) return
    await Promise.all(rows.map(async (row) => settle(deps, row, await checkRow(deps, row))))
  }
}

/** Throws domainUnknown where no links stand at it, and nobody should get a certificate. */
export async function askDomain({ db }: DomainDeps, asked: string): Promise<{ ok: true }> {
  const host = hostNameOf(asked)
  if (host === null || !(await queries.findHost(db, host))?.ownerId) throw new Problem('domainUnknown')
  return { ok: true }
}
