/** What happens while a server is made to die or to fail: three scenes, and one journal over all of them for the checker. */
import { devNull } from 'node:os'
import { breachesIn } from './checker.ts'
import { type Sql, sqlOf } from './database.ts'
import { comeToRest, endDeletions, readEndState, restBreaches } from './end-state.ts'
import { type FileSpec, openJournal } from './history.ts'
import { lineTo } from './line.ts'
import { finishUpload, readOwn, type Sender } from './load.ts'
import { createUpload, deleteTransfer, discardUpload, missingIn, type OwnUpload, publishUpload, sendPart } from './own-upload.ts'
import { containersOf } from './recount.ts'
import { chanceOf } from './seeded.ts'
import { makeAccount } from './sender-account.ts'
import { type Installation, until } from './server-process.ts'

export type Story = Sender & {
  here: Installation
  sql: Sql
  uploads: OwnUpload[]
  /** Waits until nothing is to be done any more; true where the server died instead. */
  settle: () => Promise<boolean>
  /** Starts it again. */
  revive: () => Promise<void>
  /** Those that were not told before. */
  breaches: () => Promise<string[]>
}
/** `run` happens under the fault, `after` when it is over. */
export type Scene = (story: Story) => Promise<{ run: () => Promise<unknown>; after: () => Promise<unknown> }>

const KiB = 1024
/** Two blobs: the large file has its own. */
const files: FileSpec[] = [
  { path: 'a.bin', size: 8 * KiB * KiB },
  { path: 'b.bin', size: 70 * KiB },
]
let count = 0

/** On a server that has been started; `stored`: what lies in its store. */
export async function beginStory(here: Installation, stored = () => containersOf(here.seenDir())): Promise<Story> {
  const sql = sqlOf(here)
  const [journal, line, account] = [openJournal(devNull), lineTo(here.port), await makeAccount(here.seenDir(), sql)]
  const chance = chanceOf('crash')
  const [reported, read] = [new Set<string>(), new Set<OwnUpload>()]
  let isDead = false
  const watch = () => {
    isDead = false
    void here.life!.ended.then(() => {
      isDead = true
    })
  }
  watch()
  const waiting = async () =>
    (await sql('select count(*) from graphile_worker.jobs where run_at <= now() and attempts < max_attempts'))[0]!.count
  const story: Story = {
    line,
    journal,
    account,
    client: 0,
    chance,
    here,
    sql,
    uploads: [],
    settle: async () => {
      await until(async () => isDead || (await waiting()) === 0)
      return isDead
    },
    revive: async () => {
      journal.begin(-1, { op: 'kill', victim: 'main' })({ outcome: 'ok' })
      await here.start()
      watch()
      journal.begin(-1, { op: 'ready' })({ outcome: 'ok' })
    },
    breaches: async () => {
      await comeToRest(sql)
      // Each once; the last look at the parts that count is at all of them.
      await readOwn({ ...story, uploads: story.uploads.filter((upload) => !read.has(upload)) })
      for (const upload of story.uploads) read.add(upload)
      const unread = story.uploads.filter(({ state }) => state !== 'published' && state !== 'gone')
      const all = [
        ...unread.map(({ uploadId }) => `INV1 upload ${uploadId} could not be finished`),
        ...breachesIn(journal.entries, await readEndState(here.seenDir(), sql)),
        ...(await restBreaches(stored(), sql)),
      ]
      const fresh = all.filter((breach) => !reported.has(breach))
      for (const breach of fresh) reported.add(breach)
      return fresh
    },
  }
  return story
}

export async function begun(story: Story, what = files): Promise<OwnUpload> {
  const key = `story-${++count}`
  let upload = await createUpload(story, key, what)
  // A connection may end with what was refused on it before.
  if (upload === 'unknown') upload = await createUpload(story, key, what)
  if (typeof upload !== 'object') throw new Error(`The upload could not be begun: ${upload}`)
  story.uploads.push(upload)
  return upload
}

const step = 5 * KiB * KiB
const sendAll = async (story: Story, upload: OwnUpload): Promise<void> => {
  for (const {
    blobId,
    range: [from, to],
  } of missingIn(upload))
    for (let at = from; at < to; at += step)
      await sendPart(story, upload, { blobId, range: [at, Math.min(to, at + step)] }, story.chance)
}

export const to = () => ({ sendAs: 'email' as const, to: [`one${++count}@example.com`, `two${count}@example.com`] })

export async function sent(story: Story): Promise<OwnUpload> {
  const upload = await begun(story)
  await sendAll(story, upload)
  return upload
}

/** What was deleted can no longer be taken back, and what waits for its time runs. */
export async function makeDue({ sql }: Story): Promise<void> {
  await endDeletions(sql)
  await sql(
    `select graphile_worker.reschedule_jobs(array(select id from graphile_worker.jobs where locked_at is null), run_at := now())`,
  )
}

export const scenes = {
  receiving: async (story) => {
    const upload = await begun(story)
    return { run: () => sendAll(story, upload), after: () => finishUpload(story, upload) }
  },
  completing: async (story) => {
    const upload = await sent(story)
    return { run: () => publishUpload(story, upload, to()), after: () => finishUpload(story, upload) }
  },
  discarding: async (story) => {
    const upload = await sent(story)
    return { run: () => discardUpload(story, upload), after: () => story.settle() }
  },
  deleting: async (story) => {
    const upload = await sent(story)
    await finishUpload(story, upload)
    const run = async () => {
      await deleteTransfer(story, upload)
      await makeDue(story)
    }
    return { run, after: () => (upload.state === 'gone' ? Promise.resolve() : deleteTransfer(story, upload)) }
  },
} satisfies Record<string, Scene>
