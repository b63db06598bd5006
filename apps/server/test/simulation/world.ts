/** Plays one history: everything from one seed, one event at a time, under a virtual clock. */
import type pg from 'pg'
import { vi } from 'vitest'
import { writeOwner } from '../../src/adapters/storage/owner-file.ts'
import { noticePowerLoss } from '../../src/features/uploads/index.ts'
import { chanceOf } from '../faults/seeded.ts'
import { type Audited, audit, auditEnd } from './checks.ts'
import { openGate } from './database-gate.ts'
import { mount, unmountAll } from './file-system.ts'
import { doJobs, unlockJobs } from './job-queue.ts'
import { newJournal } from './journal.ts'
import { goodLine } from './line-fate.ts'
import { untilQuiet } from './quiet.ts'
import { seededUuid, seedRandomness } from './seeded-random.ts'
import { type Base, type Life, startLife, storageOwner } from './server-life.ts'
import { type SimClient, startClient } from './sim-client.ts'
import { newTrace } from './trace.ts'
import { VirtualDisk } from './virtual-disk.ts'
import { openNetwork } from './virtual-network.ts'
import { drawLine, drawWorkload } from './workload.ts'

export type Played = {
  seed: string
  breaches: string[]
  hash: string
  lines: string[]
  events: number
  virtualSeconds: number
  measured: Audited['measured']
}

const startsAt = new Date('2030-01-01T00:00:00Z')
/** So long after the last fault every sender has to be done: longest waits and all attempts of the engine. */
const healMs = 30 * 60_000
const maxEvents = 400_000
const tables =
  'owners, users, uploads, blobs, attempts, lost_containers, files, slugs, transfers, recipients, month_counts, installation'

export async function playHistory(base: Base, admin: pg.Client, seed: string): Promise<Played> {
  await admin.query(`truncate ${tables} cascade; delete from graphile_worker._private_jobs`)
  await admin.query(`select setval('attempts_accepted_seq', 1), setval('attempts_seq_seq', 1)`)
  vi.useFakeTimers({
    toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval', 'Date', 'performance'],
    now: startsAt,
  })
  seedRandomness(seed)
  try {
    return await play(base, admin, seed)
  } finally {
    vi.clearAllTimers()
    vi.useRealTimers()
    vi.restoreAllMocks()
    unmountAll()
  }
}

async function play(base: Base, admin: pg.Client, seed: string): Promise<Played> {
  const of = (what: string) => chanceOf(`${what} ${seed}`)
  const [chance, begunAt] = [of('world'), performance.now()]
  const nowMs = () => performance.now() - begunAt
  const trace = newTrace(nowMs)
  const breaches: string[] = []
  const complain = (text: string) => {
    trace.add(`BREACH ${text}`)
    breaches.push(text)
  }
  const workload = drawWorkload(of('workload'), seed, seededUuid)
  const { has } = workload
  const disk = new VirtualDisk(of('disk'))
  disk.trouble.hasQuota = has.quota
  const gate = openGate(admin, of('gate'), (text) => trace.add(text))
  const network = openNetwork(of('network'), trace, { ...goodLine }, workload.paceMs)
  const journal = newJournal()
  const world = { base, disk, gate, network, complain }
  const lives: Life[] = []
  const clients: SimClient[] = []
  let [events, lifeCount, bootCount, areFaultsOver, isOver] = [0, 0, 0, false, false]
  let crashes = 0
  const sleep = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms))

  for (const { who } of workload.clients) {
    await admin.query(`insert into owners (id, kind, key, role) values ($1, 'user', $2, 'teamelite')`, [who.ownerId, who.userId])
    await admin.query(
      `insert into users (id, email, password_hash, language, owner_id, created_at) values ($1, $2, '', 'en', $3, now())`,
      [who.userId, who.email, who.ownerId],
    )
    base.identities.set(who.sessionId, {
      ...who,
      sessionKind: 'browser',
      openedBy: 'password',
      isOperator: false,
      ownLimits: null,
      scopes: null,
      sessionEndsAt: new Date('9999-12-31T00:00:00Z'),
      provenAt: null,
      provesBy: 'password',
      providers: [],
      hasPasskey: false,
      teamRole: 'owner',
      lacksProvider: null,
      isMember: false,
      role: 'teamelite',
      status: 'active',
      isLeaving: false,
      language: 'en',
    })
  }

  async function startAll(): Promise<void> {
    for (let index = 0; index < workload.processes; index++) {
      const life = await startLife(world, `p${++lifeCount}`)
      if (index === 0) await noticePowerLoss(life.services, `boot ${bootCount}`)
      lives.push(life)
    }
    trace.add(`${lives.map(({ name }) => name)} serve`)
  }
  async function killAll(): Promise<void> {
    crashes++
    for (const life of lives.splice(0)) await life.kill()
    await admin.query(unlockJobs)
  }
  async function work(): Promise<void> {
    while (!isOver) {
      await sleep(chance.whole(200, 2000))
      const [life] = lives
      if (life)
        await doJobs(life, (text) => trace.add(text)).catch((error) => trace.add(`jobs broke off: ${error.message.slice(0, 80)}`))
    }
  }
  async function weather(): Promise<void> {
    while (nowMs() < workload.faultsMs) {
      Object.assign(network.trouble, drawLine(chance, workload))
      disk.trouble.full = has.full && chance.happens(workload.worst === 'full' ? 0.95 : 0.4)
      disk.trouble.failing = has.failing && chance.happens(0.3)
      disk.trouble.slow = has.slowDisk && chance.happens(0.4)
      trace.add(`weather ${JSON.stringify(network.trouble)} ${JSON.stringify(disk.trouble)}`)
      await sleep(chance.whole(2, 30) * 1000)
      if (has.crash && chance.happens(0.3)) await crash(false)
      else if (has.power && chance.happens(0.2)) await crash(true)
    }
    Object.assign(network.trouble, goodLine)
    Object.assign(disk.trouble, { full: false, failing: false, slow: false })
    areFaultsOver = true
    trace.add('faults are over')
  }
  let due: (() => Promise<void>) | null = null
  /** Carried out between two events. */
  function crash(isPower: boolean): Promise<void> {
    return new Promise((resolve) => {
      due = async () => {
        trace.add(isPower ? 'power is lost' : 'processes die')
        await killAll()
        if (isPower) {
          disk.losePower()
          bootCount++
        }
        setTimeout(
          () => void startAll().then(resolve, (error) => complain(`no start: ${error.stack}`)),
          chance.whole(500, 20_000),
        )
      }
    })
  }
  async function people(): Promise<void> {
    while (!areFaultsOver) {
      await sleep(chance.whole(1, 2 * workload.actEveryMs))
      if (!areFaultsOver && clients.length) chance.pick(clients).act()
    }
  }
  let isAuditDue = false
  async function inspect(): Promise<void> {
    while (!isOver) {
      await sleep(20_000)
      isAuditDue = true
    }
  }

  async function oneEvent(): Promise<void> {
    await untilQuiet()
    events++
    if (due) {
      const act = due
      due = null
      await act()
    } else if (isAuditDue) {
      isAuditDue = false
      await audit(audited, complain)
    } else if (gate.hasWaiting()) await gate.letOneThrough()
    else vi.advanceTimersToNextTimer()
  }
  const untilDone = async (isDone: () => boolean, maxMs: number) => {
    const endMs = nowMs() + maxMs
    while (!isDone() && nowMs() < endMs && events < maxEvents && breaches.length === 0) await oneEvent()
  }

  const audited: Audited = {
    ...{ admin, disk, journal, network, clients },
    life: () => lives[0]!,
    crashes: () => crashes,
    hasPowerOrErrors: () => disk.hasLost,
    measured: { blobs: 0, max: 0 },
  }
  let isStarted = false
  const claim = () => writeOwner(`${mount('first', { disk, isDead: () => false })}/blobs`, storageOwner)
  void claim()
    .then(startAll)
    .then(
      () => {
        isStarted = true
      },
      (error) => complain(`no start: ${error.stack}`),
    )
  await untilDone(() => isStarted, 60_000)
  for (const { who, wish } of workload.clients) {
    const means = {
      network,
      journal,
      trace,
      chance: of(`client ${who.name}`),
      secret: base.secret,
      areFaultsOver: () => areFaultsOver,
    }
    setTimeout(() => clients.push(startClient(means, who, wish)), chance.whole(0, workload.faultsMs / 2))
  }
  void work()
  void weather()
  void people()
  void inspect()
  await untilDone(() => areFaultsOver, 2 * workload.faultsMs + 600_000)
  await untilDone(() => clients.length === workload.clients.length && clients.every(({ state }) => state !== 'sending'), healMs)
  for (const { who, state, failures } of clients)
    if (state === 'sending') complain(`${who.name} has not finished: ${JSON.stringify(failures.slice(-5))}`)
  await untilDone(() => network.open() === 0, 10 * 60_000)
  await sleepQuietly()
  isOver = true
  if (breaches.length === 0) await auditEnd(audited, complain, (done) => untilDone(done, 600_000))
  for (const life of lives.splice(0)) await life.kill()
  return {
    seed,
    breaches,
    hash: trace.hash(),
    lines: trace.lines(),
    events,
    virtualSeconds: Math.round(nowMs() / 1000),
    measured: audited.measured,
  }

  /** Jobs come to their end. */
  async function sleepQuietly(): Promise<void> {
    let isRested = false
    setTimeout(() => {
      isRested = true
    }, 30_000)
    await untilDone(() => isRested, 60_000)
  }
}
