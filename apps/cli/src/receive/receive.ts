/** `receive`: several ranges at once, each file checked and named when it is whole; what was interrupted goes on (O7, D2). */
import { createHash } from 'node:crypto'
import { mkdirSync, realpathSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { downloadIdSeconds } from '@sampan/contract/limits'
import type { PublicFile, TransferView } from '@sampan/contract/routes/downloads'
import { countFiles, totalBytes } from '@sampan/contract/rules/file-set'
import type { ReceiveWish } from '../arguments.ts'
import type { Context } from '../context.ts'
import { Stop } from '../failure.ts'
import { takeLock } from '../lock.ts'
import { stateDir } from '../places.ts'
import { choose } from './choose-files.ts'
import { forgetOld, type Journal, openJournal } from './journal.ts'
import { type LinkAddress, readLink } from './link.ts'
import { createMeter } from './meter.ts'
import { bytesOf } from './pieces.ts'
import { readView } from './read-view.ts'
import { receiveAll } from './receive-all.ts'
import { createTargets } from './targets.ts'

function folderOf({ world }: Context, into: string): string {
  const folder = resolve(world.cwd, into)
  try {
    mkdirSync(folder, { recursive: true })
    return realpathSync(folder)
  } catch (error) {
    throw new Stop('failed', 'folderMissing', { name: into, why: (error as NodeJS.ErrnoException).code ?? '' })
  }
}

/** The same link, files and folder go on with what was interrupted. */
function journalPath(context: Context, link: LinkAddress, folder: string, { files, isOverwriting }: ReceiveWish): string {
  const key = createHash('sha256')
    .update(JSON.stringify({ ...link, folder, files, isOverwriting }))
    .digest('hex')
    .slice(0, 40)
  return join(stateDir(context.world), 'receiving', `${key}.jsonl`)
}

/** The one of an interrupted run goes on, so that the server counts it as one download; unless it opens nothing any more. */
function downloadId(journal: Journal, { dl }: TransferView, isUnlocked: boolean): string {
  const known = journal.dl()
  const isOld = !known || Date.now() - known.at > (downloadIdSeconds * 1000) / 2
  if (dl && (isOld || isUnlocked)) journal.setDl(dl, Date.now())
  return journal.dl()?.dl ?? ''
}

const alreadyHere = (journal: Journal, chosen: readonly PublicFile[]): number =>
  chosen.reduce((sum, { fileId, size }) => {
    const state = journal.file(fileId)
    return sum + (state?.isDone ? size : bytesOf(state?.pieces ?? []))
  }, 0)

export async function receive(context: Context, command: ReceiveWish): Promise<void> {
  const { show } = context
  const link = readLink(command.link, context.server)
  const folder = folderOf(context, command.into)
  const path = journalPath(context, link, folder, command)
  const release = takeLock(`${path}.lock`)
  if (!release) throw new Stop('failed', 'alreadyRunning')
  forgetOld(path, Date.now())
  const journal = openJournal(path)
  try {
    const { view, isUnlocked } = await readView(context, link, command.password, journal.dl()?.dl ?? null)
    const dl = downloadId(journal, view, isUnlocked)
    const chosen = choose(view.files, command.files)
    const [files, bytes] = [countFiles(chosen), totalBytes(chosen)]
    show.event('started', { files, bytes, into: folder })
    show.note('receiving', { files, size: show.size(bytes) })
    if (view.arrival) show.note('stillUploading')
    const already = alreadyHere(journal, chosen)
    if (already > 0) show.note('resumingDownload', { size: show.size(already) })
    show.event('resumed', { resumedBytes: already })
    const targets = createTargets(folder, command.isOverwriting, journal.targets())
    const meter = createMeter(show, bytes)
    const left = await receiveAll({ context, link, command, dl, journal, targets, meter }, view)
    // What may be had another time is gone on with; a name that leads elsewhere stays one.
    if ([...left.values()].every((why) => why === 'unsafePath')) journal.forget()
    show.event('done', { files, bytes, into: folder, leftOut: left.size })
    show.note('received', { count: files - left.size })
    if (left.size > 0) throw new Stop('failed', 'someLeftOut')
  } finally {
    journal.close()
    release()
  }
}
