/**
 * A server that dies, or whose disk fails, at its N-th file-system call of receiving, completing, discarding and deleting (R06); with an S3
 * store of receiving, whose bytes wait on the disk. The calls are those that each scene makes. The short form takes some of them, by a
 * seed; FAULT_EVERY_CALL=1 takes every one.
 */
import { randomBytes } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type S3Double, startS3Double } from '../support/s3/s3-double.ts'
import { bucketSettings } from '../support/s3/settings.ts'
import { beginStory, type Scene, type Story, scenes } from './crash-story.ts'
import { containersIn } from './recount.ts'
import { chanceOf } from './seeded.ts'
import { buildServer, type Installation, install } from './server-process.ts'
import { noTracing, trace } from './strace.ts'

const reason = noTracing()
const isFull = process.env.FAULT_EVERY_CALL === '1'
const seed = process.env.FAULT_SEED ?? randomBytes(4).toString('hex')
/** Of each scene, in the short form. */
const maxDeaths = isFull ? Number.POSITIVE_INFINITY : 5
const maxFailures = isFull ? Number.POSITIVE_INFINITY : 8
const limitMs = isFull ? 3_600_000 : 300_000
const errors = ['EIO', 'ENOSPC'] as const
/** What a call may be told that failed for want of a disk. */
const honest = [500, 503, 507]
const calls = [
  'openat',
  'pwrite64',
  'fsync',
  'fdatasync',
  'ftruncate',
  'unlink',
  'unlinkat',
  'rename',
  'renameat2',
  'link',
  'linkat',
  'mkdir',
  'mkdirat',
  'rmdir',
  'close',
]
/** One thread for files: their calls come in one order, and strace counts each thread's for itself. */
const env = { WORKERS: '1', UV_THREADPOOL_SIZE: '1', RATE_LIMITS: 'linkMiss=1000000/600' }

/** Where files are kept: what of each scene is then done on the disk. */
const kept = {
  'a disk': { scenes, writing: [scenes.receiving, scenes.completing], double: async () => undefined },
  'a bucket': { scenes: { receiving: scenes.receiving }, writing: [scenes.receiving], double: startS3Double },
}

const pidOf = ({ here }: Story): number => here.life!.child.pid!

type Nth = { call: string; nth: number }

/** How often one thread makes each of these calls on our own data, in one scene without a fault. */
async function callsOf(story: Story, scene: Scene, which: readonly string[]): Promise<Nth[]> {
  const act = await scene(story)
  const traced = await trace([pidOf(story)], { calls: which })
  await act.run()
  await story.settle()
  const log = await traced.detach()
  await act.after()
  const counts = new Map<string, number>()
  for (const line of log.split('\n')) {
    const [, thread, call] = /^(\d+) +(\w+)\(/.exec(line) ?? []
    if (call && line.includes(story.here.dataDir)) counts.set(`${call} ${thread}`, (counts.get(`${call} ${thread}`) ?? 0) + 1)
  }
  const max = (call: string) =>
    Math.max(0, ...[...counts].filter(([key]) => key.startsWith(`${call} `)).map(([, count]) => count))
  return which.flatMap((call) => Array.from({ length: max(call) }, (_, index) => ({ call, nth: index + 1 })))
}

async function dieAt(story: Story, scene: Scene, { call, nth }: Nth): Promise<boolean> {
  const act = await scene(story)
  const traced = await trace([pidOf(story)], { calls: [call], inject: `${call}:signal=SIGKILL:when=${nth}` })
  await act.run()
  const isDead = await story.settle()
  await traced.detach()
  if (isDead) await story.revive()
  await act.after()
  return isDead
}

/** Null where nothing was hit, else what was told then that was neither done nor honestly refused. */
async function failAt(story: Story, scene: Scene, error: string, { call, nth }: Nth): Promise<string[] | null> {
  const act = await scene(story)
  const traced = await trace([pidOf(story)], { calls: [call], inject: `${call}:error=${error}:when=${nth}` })
  const isOver = /sync$/.test(call) ? story.journal.begin(-1, { op: 'flushFails' }) : undefined
  const from = story.journal.entries.length
  await act.run()
  const reported = story.journal.entries.slice(from).filter(({ outcome, status }) => outcome !== 'ok' && !honest.includes(status))
  await story.settle()
  const wasInjected = (await traced.detach()).includes('(INJECTED)')
  isOver?.({ outcome: 'ok' })
  await act.after()
  return wasInjected
    ? reported.map(({ op, status }) => `${op} was told ${status} when ${call} ${nth} failed with ${error}`)
    : null
}

describe.skipIf(reason !== null).each(Object.entries(kept))(
  `under strace${reason ? ` (${reason})` : ''}, on %s`,
  (_, { scenes, writing, double }) => {
    let bucket: S3Double | undefined
    let here: Installation
    let story: Story
    beforeAll(async () => {
      buildServer()
      bucket = await double()
      here = await install({ ...env, ...(bucket && { STORE: 's3', ...bucketSettings(bucket.settings) }) })
      await here.start()
      story = await beginStory(here, bucket && (() => containersIn(bucket!)))
    }, 180_000)
    afterAll(async () => {
      await here?.remove()
      await bucket?.stop()
    })

    test.each(Object.entries<Scene>(scenes))(
      `R06 INV1 to INV8 hold wherever %s dies (seed ${seed})`,
      async (name, scene) => {
        let deaths = 0
        for (const nth of chanceOf(`${seed} ${name}`).shuffle(await callsOf(story, scene, calls)))
          if (deaths < maxDeaths && (await dieAt(story, scene, nth))) deaths++
        expect(deaths).toBeGreaterThan(0)
        expect(await story.breaches()).toEqual([])
      },
      limitMs,
    )

    test.each(Object.entries<Scene>(scenes))(
      `R06 INV1 to INV8 hold wherever a call of %s fails, which is told honestly, and the server lives on (seed ${seed})`,
      async (name, scene) => {
        const { pid } = story.here.life!.child
        const places = (await callsOf(story, scene, calls)).flatMap((nth) => errors.map((error) => ({ nth, error })))
        const reported: string[] = []
        let failures = 0
        // Which thread makes a call, and when, is not the same in each run: not every place is hit.
        for (const { nth, error } of chanceOf(`${seed} ${name} fails`).shuffle(places)) {
          if (failures === maxFailures) break
          const lies = await failAt(story, scene, error, nth)
          if (lies) failures++
          reported.push(...(lies ?? []))
        }
        expect(failures).toBeGreaterThan(0)
        expect(reported).toEqual([])
        expect(await story.breaches()).toEqual([])
        expect(pidOf(story)).toBe(pid)
        expect((await fetch(`${here.url}/healthz`)).status).toBe(200)
      },
      limitMs,
    )

    test(
      'R52 a disk that answers nothing but EIO for a while is told, kept apart from the rest of the server, and forgiven',
      async () => {
        const acts: Awaited<ReturnType<Scene>>[] = []
        for (const scene of writing) acts.push(await scene(story))
        const broken = ['pwrite64', 'fsync', 'fdatasync']
        const traced = await trace([pidOf(story)], { calls: broken, inject: `${broken.join()}:error=EIO` })
        const isOver = story.journal.begin(-1, { op: 'flushFails' })
        const from = story.journal.entries.length
        for (const { run } of acts) await run()
        const answers = story.journal.entries.slice(from)
        const parts = answers.filter(({ op }) => op === 'part')
        expect(parts.length).toBeGreaterThan(0)
        for (const { status } of parts) expect(status).toBe(503)
        // Published is not announced: it may wait for its bytes.
        for (const entry of answers) if (entry.op === 'publish') expect(entry.state).not.toBe('active')
        expect((await fetch(`${here.url}/healthz`)).status).toBe(200)
        await traced.detach()
        isOver({ outcome: 'ok' })
        for (const { after } of acts) await after()
        expect(await story.breaches()).toEqual([])
      },
      limitMs,
    )
  },
)
