/** From what there is to what is here: several ranges at once, each file checked and named when it is whole; what was interrupted goes on. */
import { createHash } from 'node:crypto'
import { mkdirSync, realpathSync } from 'node:fs'
import { join, resolve } from 'node:path'
import type { PublicFile } from '@sampan/contract/routes/downloads'
import { countFiles, totalBytes } from '@sampan/contract/rules/file-set'
import type { Context } from '../context.ts'
import { Stop } from '../failure.ts'
import { takeLock } from '../lock.ts'
import { stateDir } from '../places.ts'
import { choose } from './choose-files.ts'
import { forgetOld, type Journal, openJournal } from './journal.ts'
import { createMeter } from './meter.ts'
import { bytesOf } from './pieces.ts'
import { receiveAll, type Seen, type Source } from './receive-all.ts'
import { createTargets } from './targets.ts'

export function folderOf({ world }: Context, into: string): string {
  const folder = resolve(world.cwd, into)
  try {
    mkdirSync(folder, { recursive: true })
    return realpathSync(folder)
  } catch (error) {
    throw new Stop('failed', 'folderMissing', { name: into, why: (error as NodeJS.ErrnoException).code ?? '' })
  }
}

/** The same words go on with what was interrupted; one process at a time. */
export async function withJournal(context: Context, words: object, work: (journal: Journal) => Promise<void>): Promise<void> {
  const key = createHash('sha256').update(JSON.stringify(words)).digest('hex').slice(0, 40)
  const path = join(stateDir(context.world), 'receiving', `${key}.jsonl`)
  const release = takeLock(`${path}.lock`)
  if (!release) throw new Stop('failed', 'alreadyRunning')
  forgetOld(path, Date.now())
  const journal = openJournal(path)
  try {
    await work(journal)
  } finally {
    journal.close()
    release()
  }
}

const alreadyHere = (journal: Journal, chosen: readonly PublicFile[]): number =>
  chosen.reduce((sum, { fileId, size }) => {
    const state = journal.file(fileId)
    return sum + (state?.isDone ? size : bytesOf(state?.pieces ?? []))
  }, 0)

type Bringing = {
  source: Source
  journal: Journal
  folder: string
  wanted: readonly string[]
  isOverwriting: boolean
  /** What has come is forgotten once all of it is here; else the next run fetches what came since. */
  isForgotten: boolean
}

export async function bringHere(context: Context, bringing: Bringing, first: Seen): Promise<void> {
  const { show } = context
  const { source, journal, folder, wanted, isOverwriting } = bringing
  const chosen = choose(first.files, wanted)
  const [files, bytes] = [countFiles(chosen), totalBytes(chosen)]
  show.event('started', { files, bytes, into: folder })
  show.note('receiving', { files, size: show.size(bytes) })
  if (first.arrival) show.note('stillUploading')
  const already = alreadyHere(journal, chosen)
  if (already > 0) show.note('resumingDownload', { size: show.size(already) })
  show.event('resumed', { resumedBytes: already })
  const targets = createTargets(folder, isOverwriting, journal.targets())
  const meter = createMeter(show, bytes)
  const left = await receiveAll({ context, source, wanted, journal, targets, meter }, first)
  // What may be had another time is gone on with; a name that leads elsewhere stays one.
  if (bringing.isForgotten && [...left.values()].every((why) => why === 'unsafePath')) journal.forget()
  show.event('done', { files, bytes, into: folder, leftOut: left.size })
  show.note('received', { count: files - left.size })
  if (left.size > 0) throw new Stop('failed', 'someLeftOut')
}
