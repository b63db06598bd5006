/** The domain that mails of an owner come from (B3): taken, looked at, its key renewed, given back. */
import { randomUUID } from 'node:crypto'
import { Problem } from '@sampan/contract/errors'
import { planOf } from '@sampan/contract/plans'
import type { DkimRecord, SenderView } from '@sampan/contract/routes/sender-domains'
import { isBelow } from '@sampan/contract/rules/host-name'
import type { DnsAnswer } from '../../adapters/dns/dns.ts'
import { inTransaction, type Transaction } from '../../db/connect.ts'
import type { SignedIn } from '../../http/actor.ts'
import { randomText } from '../../http/random-text.ts'
import { takeRate } from '../../http/rate-limit.ts'
import { addJob } from '../../jobs/queue.ts'
import { hostOfOrigin } from '../../links.ts'
import { holderOf, lockOwner, refuseSuspended } from '../owners/index.ts'
import { noteAct } from '../team-log/index.ts'
import { dkimName, dkimValue, hasKey, makeDkimKey } from './dkim-key.ts'
import type { DomainDeps } from './domains.ts'
import { senderBrokenJob } from './job-names.ts'
import * as queries from './queries-sender.ts'

/** The one that signs, and the one that takes its place. */
const keysKept = 2

const stateOf = (answer: DnsAnswer, isRight: (value: string) => boolean): DkimRecord['state'] =>
  answer === null ? 'unknown' : answer.values.some(isRight) ? 'right' : answer.values.length === 0 ? 'missing' : 'other'

async function lookAt({ dns }: DomainDeps, host: string, keys: readonly queries.KeyRow[]) {
  return Promise.all(
    keys.map(async (key) => {
      const answer = await dns.ask('TXT', dkimName(key.selector, host))
      const state = stateOf(answer, (value) => hasKey(value, key.publicKey))
      return { key, state, found: state === 'other' ? [...(answer?.values ?? [])].slice(0, 3) : [] }
    }),
  )
}
type Looked = Awaited<ReturnType<typeof lookAt>>

/** Where nobody knows, nothing changes. What no key proves any more is told to its owner, once. */
async function settle(tx: Transaction, { id }: queries.SenderRow, looked: Looked, now: Date): Promise<void> {
  const row = await queries.findSender(tx, { id })
  if (!row) return
  const before = await queries.keysOf(tx, id)
  for (const { key, state } of looked) {
    const wasRight = before.find((each) => each.id === key.id)?.verifiedAt
    if (state === 'right' && !wasRight) await queries.setVerified(tx, key.id, now)
    if ((state === 'missing' || state === 'other') && wasRight) await queries.setVerified(tx, key.id, null)
  }
  const isRight = (await queries.keysOf(tx, id)).some(({ verifiedAt }) => verifiedAt)
  const breaks = !isRight && before.some(({ verifiedAt }) => verifiedAt)
  await queries.updateSender(tx, id, { checkedAt: now, brokenAt: isRight ? null : breaks ? now : row.brokenAt })
  if (breaks) await addJob(tx, senderBrokenJob, { domainId: id }, { key: `domains:sender-broken:${id}` })
}

/** `known`: what a look has found a moment ago; otherwise DNS is asked. */
export async function readSender(deps: DomainDeps, { ownerId }: SignedIn, known?: Looked): Promise<SenderView> {
  const { db, config, dns } = deps
  const row = await queries.findSender(db, { ownerId })
  const isAllowed = planOf(await holderOf(db, ownerId)).ownHosts
  if (!row) return { domain: null, usual: config.mailFrom, isAllowed }
  const { host, localPart, brokenAt, checkedAt } = row
  const keys = await queries.keysOf(db, row.id)
  const signing = keys.find(({ verifiedAt }) => verifiedAt)
  const dmarcName = `_dmarc.${host}`
  const [looked, dmarc] = await Promise.all([known ?? lookAt(deps, host, keys), dns.ask('TXT', dmarcName)])
  return {
    usual: config.mailFrom,
    isAllowed,
    domain: {
      id: row.id,
      host,
      address: `${localPart}@${host}`,
      state: signing ? 'verified' : brokenAt ? 'broken' : 'waiting',
      checkedAt: checkedAt?.getTime() ?? null,
      records: looked.map(({ key, state, found }) => ({
        name: dkimName(key.selector, host),
        value: dkimValue(key.publicKey),
        state,
        found,
        isSigning: key.id === signing?.id,
      })),
      dmarc: {
        name: dmarcName,
        value: 'v=DMARC1; p=none',
        state: stateOf(dmarc, (value) => /^v=DMARC1\b/i.test(value.trim())),
      },
    },
  }
}

async function addKey(tx: Transaction, { secrets, clock }: DomainDeps, domainId: string): Promise<void> {
  const id = randomUUID()
  // By chance, so that a selector that somebody once set leads to nobody's key.
  const selector = `s${randomText(8)
    .toLowerCase()
    .replace(/[^a-z0-9]/g, '0')}`
  await queries.insertKey(tx, { id, domainId, selector, createdAt: clock(), ...(await makeDkimKey(secrets.domain, id)) })
  await queries.deleteKeysBut(tx, domainId, keysKept)
}

/** What nobody owns, and the installation's own, cannot be somebody's. */
function refuseHost({ config }: DomainDeps, host: string): void {
  const own = [hostOfOrigin(config), config.mailFrom.replace(/^.*@/, '')]
  if (own.some((each) => each === host || isBelow(host, each)))
    throw new Problem('invalidInput', {}, { fields: { host: 'invalid' } })
}

export async function setSender(
  deps: DomainDeps,
  actor: SignedIn,
  { host, localPart }: { host: string; localPart: string },
): Promise<SenderView> {
  refuseHost(deps, host)
  const { db, clock, config } = deps
  const isNew = await inTransaction(db, async (tx) => {
    const owner = (await lockOwner(tx, actor.ownerId))!
    refuseSuspended(owner.status)
    if (!planOf(owner).ownHosts) throw new Problem('domainsReserved')
    const row = await queries.findSender(tx, { ownerId: owner.id })
    if (row?.host === host) {
      await queries.updateSender(tx, row.id, { localPart })
      return false
    }
    await takeRate(tx, config.rateLimits.domains, owner.id, clock())
    if (row) await queries.deleteSender(tx, row.id)
    const { id } = await queries.insertSender(tx, { ownerId: owner.id, host, localPart, addedAt: clock() })
    await addKey(tx, deps, id)
    await noteAct(tx, actor, 'domainAdded', `@${host}`, clock())
    return true
  })
  return isNew ? checkSender(deps, actor) : readSender(deps, actor)
}

async function requireSender(tx: Transaction, { ownerId }: SignedIn): Promise<queries.SenderRow> {
  const owner = (await lockOwner(tx, ownerId))!
  refuseSuspended(owner.status)
  const row = await queries.findSender(tx, { ownerId })
  if (!row) throw new Problem('domainUnknown')
  return row
}

export async function checkSender(deps: DomainDeps, actor: SignedIn): Promise<SenderView> {
  const { db, clock, config } = deps
  const row = await inTransaction(db, async (tx) => {
    const found = await requireSender(tx, actor)
    await takeRate(tx, config.rateLimits.domainChecks, actor.ownerId, clock())
    return found
  })
  return readSender(deps, actor, await checkRow(deps, row))
}

async function checkRow(deps: DomainDeps, row: queries.SenderRow): Promise<Looked> {
  const looked = await lookAt(deps, row.host, await queries.keysOf(deps.db, row.id))
  await inTransaction(deps.db, (tx) => settle(tx, row, looked, deps.clock()))
  return looked
}

export async function renewKey(deps: DomainDeps, actor: SignedIn): Promise<SenderView> {
  await inTransaction(deps.db, async (tx) => {
    const row = await requireSender(tx, actor)
    await takeRate(tx, deps.config.rateLimits.domains, actor.ownerId, deps.clock())
    await addKey(tx, deps, row.id)
  })
  return readSender(deps, actor)
}

export async function removeSender(deps: DomainDeps, actor: SignedIn): Promise<SenderView> {
  await inTransaction(deps.db, async (tx) => {
    const row = await requireSender(tx, actor)
    await queries.deleteSender(tx, row.id)
    await noteAct(tx, actor, 'domainRemoved', `@${row.host}`, deps.clock())
  })
  return readSender(deps, actor)
}

/** Each hour. */
export async function checkDueSenders(deps: DomainDeps, before: Date): Promise<void> {
  for (;;) {
    const rows = await queries.dueSenders(deps.db, before, 20)
    if (rows.length === 0) return
    await Promise.all(rows.map((row) => checkRow(deps, row)))
  }
}
