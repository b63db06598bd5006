/** A disk without a free byte, read-only or away for a while (R52 on the storage's side): lost nothing, mended by itself. */
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, describe, expect, test } from 'vitest'
import { begun, sent, to } from './crash-story.ts'
import { jsonOf } from './line.ts'
import { finishUpload, readOwn } from './load.ts'
import { bringBack, fill, mayRemount, noMounts, remount, takeAway, unfill } from './own-mounts.ts'
import { listParts, type OwnUpload, publishUpload } from './own-upload.ts'
import { buildServer, type Installation, until } from './server-process.ts'
import { begin, large, MiB, sendEach, statusOf } from './small-disk.ts'

const reason = noMounts()

beforeAll(() => buildServer(), 180_000)

/** The space that is kept for the database. */
const hasReserve = ({ seenDir }: Installation): boolean => existsSync(join(seenDir(), 'db/reserve'))

describe.skipIf(reason !== null)(`with mounts of its own${reason ? ` (${reason})` : ''}`, () => {
  test('R52 D5 O4 with no byte free page, file, range and zip are given, and counted once there is room; limited links wait; /readyz says why', async () => {
    const { here, disk, story } = await begin({ mebibytes: 256, isAll: true })
    const [open, limited] = [await sent(story), await sent(story)]
    for (const each of [open, limited]) await finishUpload(story, each)
    await story.sql(`update transfers set download_limit = 1 where slug = '${limited.slug}'`)
    const fillers = [join(disk, 'filler'), join(disk, 'filler-of-reserve')] as const
    fill(here, fillers[0])
    await until(() => !hasReserve(here))
    fill(here, fillers[1])
    const link = (slug: string) => `${here.url}/api/transfers/${slug}`
    const read = async ({ slug }: OwnUpload) => {
      const view = await (await fetch(link(slug))).json()
      const file = `${link(slug)}/files/${view.files?.[0].fileId}?dl=${view.dl}`
      return Promise.all([
        fetch(file, { method: 'HEAD' }).then(({ status }) => status),
        ...[fetch(file), fetch(file, { headers: { range: 'bytes=0-9' } }), fetch(`${link(slug)}/zip?dl=${view.dl}`)].map(
          async (asked) => {
            const reply = await asked
            const body = await reply.arrayBuffer()
            expect(body.byteLength).toBe(Number(reply.headers.get('content-length')))
            return reply.status
          },
        ),
      ])
    }
    // What rows there is space for in pages that there are is used up first.
    for (let time = 0; time < 20; time++) expect(await read(open)).toEqual([200, 200, 206, 200])
    expect(await read(limited)).toEqual([200, 503, 503, 503])
    expect(await statusOf(`${here.url}/healthz`)).toBe(200)
    const ready = await fetch(`${here.url}/readyz`)
    expect([ready.status, (await ready.json()).error.code]).toEqual([503, 'serverDiskFull'])
    for (const filler of fillers) unfill(here, filler)
    await until(async () => (await statusOf(`${here.url}/readyz`)) === 200, 100)
    const counted = async () => (await story.sql(`select download_count as count from transfers where slug = '${open.slug}'`))[0]
    await until(async () => Number((await counted())!.count) === 40, 100)
    expect(await story.breaches()).toEqual([])
  }, 180_000)

  test('R52 D5 O4 when another program fills the disk the database goes on in the room that is kept for it, which parts do not take', async () => {
    const { here, disk, story } = await begin({ mebibytes: 256, isAll: true }, { LOW_WATER_BYTES: '64000000' })
    const [limited, during] = [await sent(story), await begun(story, large)]
    await finishUpload(story, limited)
    await story.sql(`update transfers set download_limit = 1 where slug = '${limited.slug}'`)
    await until(() => hasReserve(here))
    const filler = join(disk, 'filler')
    fill(here, filler)
    await until(() => !hasReserve(here))
    for (const answer of await sendEach(story, during))
      expect([answer.status, jsonOf(answer).error.code]).toEqual([507, 'diskFull'])
    const link = `${here.url}/api/transfers/${limited.slug}`
    const view = await (await fetch(link)).json()
    const file = await fetch(`${link}/files/${view.files[0].fileId}?dl=${view.dl}`)
    expect([file.status, (await file.arrayBuffer()).byteLength]).toEqual([200, view.files[0].size])
    await until(
      async () =>
        Number((await story.sql(`select download_count as count from transfers where slug = '${limited.slug}'`))[0]!.count) === 1,
    )
    const ready = await fetch(`${here.url}/readyz`)
    expect([ready.status, (await ready.json()).error.code]).toEqual([503, 'serverDiskFull'])
    unfill(here, filler)
    await until(() => hasReserve(here))
    // So that the last look at everything may have it.
    await story.sql(`update transfers set download_limit = null where slug = '${limited.slug}'`)
    await finishUpload(story, during)
    expect(during.state).toBe('published')
    expect(await story.breaches()).toEqual([])
  }, 180_000)

  test('R52 a disk that became read-only refuses parts, still gives what it has, and takes parts again without a restart', async () => {
    const { here, disk, story } = await begin({ mebibytes: 64 })
    const [before, during] = [await sent(story), await begun(story, large)]
    await finishUpload(story, before)
    // Refused for as long as the server keeps a file open for writing, which is a few seconds.
    await until(() => mayRemount(here, disk, 'ro'), 100)
    for (const answer of (await sendEach(story, during)).slice(0, 3)) {
      expect([503, 507]).toContain(answer.status)
      expect(jsonOf(answer).error.message).not.toBe('')
    }
    expect(await statusOf(`${here.url}/healthz`)).toBe(200)
    await readOwn(story)
    expect(story.journal.entries.filter(({ op, outcome }) => op === 'download' && outcome === 'ok')).toHaveLength(1)
    remount(here, disk, 'rw')
    await finishUpload(story, during)
    expect(during.state).toBe('published')
    expect(await story.breaches()).toEqual([])
  }, 180_000)

  test('R52 INV1 INV2 a disk that is away for a while loses neither parts nor transfers', async () => {
    const { here, disk, story } = await begin({ mebibytes: 96 })
    const [before, whole, during] = [await sent(story), await sent(story), await begun(story, large)]
    await finishUpload(story, before)
    await sendEach(story, during, 4 * MiB).then((answers) =>
      expect(answers.map(({ status }) => status)).toEqual([204, 204, 204, 204]),
    )
    during.received.clear()
    takeAway(here, disk)
    for (const { status } of await sendEach(story, during, 4 * MiB)) expect([204, 503]).toContain(status)
    await readOwn(story)
    const [away] = story.journal.entries.filter(({ op }) => op === 'download')
    expect(away?.status).toBe(503)
    // Not even what is asked of it meanwhile makes it forget.
    await publishUpload(story, whole, to())
    expect(await statusOf(`${here.url}/healthz`)).toBe(200)
    bringBack(here, disk)
    await listParts(story, during)
    await finishUpload(story, whole)
    await finishUpload(story, during)
    expect([whole.state, during.state]).toEqual(['published', 'published'])
    expect(await story.breaches()).toEqual([])
  }, 180_000)
})
