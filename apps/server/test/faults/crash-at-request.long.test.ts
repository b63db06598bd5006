/**
 * A server that dies at its N-th request to an S3 store, before the store has done it or right after (R06, O3): what `crash-at-call` is for
 * a disk. The short form takes some of the requests of each scene, by a seed; FAULT_EVERY_CALL=1 takes every one.
 */
import { randomBytes } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type S3Double, startS3Double } from '../support/s3/s3-double.ts'
import { bucketSettings } from '../support/s3/settings.ts'
import { beginStory, begun, makeDue, type Scene, type Story, scenes, to } from './crash-story.ts'
import { finishUpload } from './load.ts'
import { deleteTransfer, missingIn, type OwnUpload, publishUpload, sendPart } from './own-upload.ts'
import { containersIn } from './recount.ts'
import { chanceOf } from './seeded.ts'
import { buildServer, type Installation, install, runCommand, until } from './server-process.ts'
import { sendStraight } from './straight-part.ts'

const isFull = process.env.FAULT_EVERY_CALL === '1'
const seed = process.env.FAULT_SEED ?? randomBytes(4).toString('hex')
/** Of each scene, in the short form. */
const maxDeaths = isFull ? Number.POSITIVE_INFINITY : 3
const smallBytes = 512 * 1024
const limitMs = isFull ? 3_600_000 : 300_000
const env = { WORKERS: '1', RATE_LIMITS: 'linkMiss=1000000/600' }

/** `isDone`: the store has done it, and nobody lives to hear of that. */
type Place = { nth: number; isDone: boolean }

/** All parts that may go straight there do, one after another. */
const straight: Scene = async (story) => {
  const upload = await begun(story)
  const parts = missingIn(upload)
  const run = async () => {
    for (const { blobId, range } of parts)
      if (range[1] - range[0] >= 8 * 1024 * 1024) await sendStraight(story, upload, { blobId, range })
  }
  return { run, after: () => finishUpload(story, upload) }
}

const isDead = ({ here: { life } }: Story): boolean => life!.child.exitCode !== null || life!.child.signalCode !== null

/** So many small parts that they are copied together once no more are expected: nobody waits for that but this. */
const copyingTogether =
  (objectsOf: (upload: OwnUpload) => number): Scene =>
  async (story) => {
    const upload = await begun(story)
    const run = async () => {
      for (const { blobId, range } of missingIn(upload))
        for (let at = range[0]; at < range[1]; at += smallBytes)
          await sendPart(story, upload, { blobId, range: [at, Math.min(range[1], at + smallBytes)] }, story.chance)
      await publishUpload(story, upload, to())
      await until(() => isDead(story) || objectsOf(upload) === upload.blobs.length)
    }
    return { run, after: () => finishUpload(story, upload) }
  }

const { completing: _, ...ofDisk } = scenes

describe.each([
  ['sealed, through the server', {}, {}],
  ['straight into the store', { STORE_SEALED: 'no', STORE_DIRECT: 'yes' }, { 'receiving straight': straight }],
] as [string, Record<string, string>, Record<string, Scene>][])('on a bucket, %s', (_, more, special) => {
  let double: S3Double
  let here: Installation
  let story: Story
  beforeAll(async () => {
    buildServer()
    double = await startS3Double()
    here = await install({ ...env, STORE: 's3', ...bucketSettings(double.settings), ...more })
    await here.start()
    story = await beginStory(here, () => containersIn(double))
  }, 180_000)
  afterAll(async () => {
    await here?.remove()
    await double?.stop()
  })

  /** How many requests come in a scene without a fault. */
  async function requestsOf(scene: Scene): Promise<number> {
    const act = await scene(story)
    const before = double.asked.length
    await act.run()
    await story.settle()
    const count = double.asked.length - before
    await act.after()
    return count
  }

  async function dieAt(scene: Scene, { nth, isDone }: Place): Promise<boolean> {
    const act = await scene(story)
    let left = nth
    double.meddle = () => {
      if (--left !== 0) return undefined
      process.kill(here.life!.child.pid!, 'SIGKILL')
      return isDone ? 'unheard' : 'cut'
    }
    await act.run()
    if (left <= 0) await here.life!.ended
    const isDead = await story.settle()
    double.meddle = () => undefined
    if (isDead) await story.revive()
    await act.after()
    return isDead
  }

  const objectsOf = ({ blobs }: OwnUpload): number =>
    [...double.objects.keys()].filter((key) => blobs.some(({ blobId }) => key.includes(blobId))).length
  // What completes asks the store for nothing.
  const all = { ...ofDisk, ...special, 'copying together': copyingTogether(objectsOf) }

  test.each(Object.entries(all))(
    `O3 R06 INV1 to INV8 hold wherever %s dies (seed ${seed})`,
    async (name, scene) => {
      const count = await requestsOf(scene)
      const places = Array.from({ length: count }, (_, index) => [true, false].map((isDone) => ({ nth: index + 1, isDone })))
      let deaths = 0
      for (const place of chanceOf(`${seed} ${name}`).shuffle(places.flat()))
        if (deaths < maxDeaths && (await dieAt(scene, place))) deaths++
      expect(deaths).toBeGreaterThan(0)
      expect(await story.breaches()).toEqual([])
    },
    limitMs,
  )

  test(
    'O3 INV5 in the end a deep check finds nothing, and once all is deleted and collected nothing is left in the bucket',
    async () => {
      expect(await runCommand(here, 'fsck', '--deep')).toMatchObject({ code: 0 })
      for (const upload of story.uploads) if (upload.state === 'published') await deleteTransfer(story, upload)
      await makeDue(story)
      await story.settle()
      expect(await story.breaches()).toEqual([])
      const gc = await runCommand(here, 'gc', '--grace', '0')
      expect(gc.code, gc.output).toBe(0)
      expect(await story.sql("select id from uploads where state <> 'discarded'")).toEqual([])
      // What the server does behind its answers has a moment.
      await until(() => containersIn(double).size === 0)
      expect([...double.uploads.keys()]).toEqual([])
    },
    limitMs,
  )
})
