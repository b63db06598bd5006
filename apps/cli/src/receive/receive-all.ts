/** All that was chosen, several at once: what is whole while the rest still arrives, small files together, and once more what was changed. */
import { setTimeout as sleep } from 'node:timers/promises'
import { Problem } from '@sampan/contract/errors'
import { parts } from '@sampan/contract/limits'
import type { PublicFile, TransferView } from '@sampan/contract/routes/downloads'
import { isFolderPath } from '@sampan/contract/rules/file-path'
import type { Context } from '../context.ts'
import { harmless } from '../show/text-width.ts'
import { choose } from './choose-files.ts'
import { followArrival } from './follow-arrival.ts'
import { grouped } from './group-files.ts'
import { inParallel } from './in-parallel.ts'
import type { Journal } from './journal.ts'
import { blockOf, type LeftOut, sentenceOfLeftOut } from './left-out.ts'
import type { LinkAddress } from './link.ts'
import { isStillThere } from './look-again.ts'
import type { Meter } from './meter.ts'
import { type Needs, type Placed, placeFile } from './part-file.ts'
import { prepareFile } from './receive-file.ts'
import { receiveGroup } from './receive-group.ts'
import { safeNames } from './safe-path.ts'
import type { Targets } from './targets.ts'
import { restOf as restOfZip } from './zip-rest.ts'

/** What there is, as a link or whoever asked for it is told. */
export type Seen = Pick<TransferView, 'files' | 'totalBytes' | 'arrival' | 'downloadsLeft'>
/** Where files come from: a link, or a file request. */
export type Source = {
  /** Once more. */
  look(): Promise<Seen>
  urlOf: Needs['urlOf']
  /** Of a link: its small files come as zips. */
  zips: { link: LinkAddress; dl: string } | null
}
export type Receiving = {
  context: Context
  source: Source
  /** Those that are named; all where none is. */
  wanted: readonly string[]
  journal: Journal
  targets: Targets
  meter: Meter
}
type Work = () => Promise<void>
/** What is known of the run beyond what is on the disk. */
type Run = Receiving & {
  signal: AbortSignal
  leftOut: Map<string, LeftOut>
  /** Changed or damaged, so often. */
  tries: Map<string, number>
  /** What could not be had yet, and why. */
  pending: Map<string, LeftOut>
  /** So many the person was told of last. */
  awaited: { count: number }
  /** Not scanned for viruses yet: asked for once more when all else is here. */
  unscanned: Set<string>
}

const maxTries = { changed: 3, damaged: 2 } as const
const scanAgainMs = 15_000

function leaveOut({ context: { show }, leftOut }: Run, { fileId, path }: PublicFile, why: LeftOut): void {
  if (leftOut.has(fileId)) return
  leftOut.set(fileId, why)
  show.warn(show.sentence(sentenceOfLeftOut[why], { name: harmless(path) }))
  show.event('skipped', { path, reason: why })
}

function tryAgain(run: Run, file: PublicFile, why: 'changed' | 'damaged'): void {
  const tries = (run.tries.get(file.fileId) ?? 0) + 1
  run.tries.set(file.fileId, tries)
  run.pending.set(file.fileId, why)
  if (tries >= maxTries[why]) leaveOut(run, file, why)
}

function waitForScan({ unscanned, pending }: Run, { fileId }: PublicFile): void {
  unscanned.add(fileId)
  pending.set(fileId, 'fileNotScanned')
}

const needsOf = (run: Run): Needs => ({
  ...run,
  urlOf: run.source.urlOf,
  leaveOut: (file, why) => (why === 'fileNotScanned' ? waitForScan(run, file) : leaveOut(run, file, why)),
  again: (file, why) => tryAgain(run, file, why),
})

/** The names of a file that is still to be fetched; what needs no bytes is done here. */
async function namesOf(run: Run, file: PublicFile): Promise<string[] | null> {
  const { context, meter, targets } = run
  if (run.leftOut.has(file.fileId)) return null
  if (await isStillThere(run, file)) {
    meter.has(file, file.size)
    return null
  }
  const names = safeNames(file.path, context.world.platform)
  const block = blockOf(file)
  if (!names) leaveOut(run, file, 'unsafePath')
  else if (isFolderPath(file.path)) targets.makeFolder(names)
  else if (block) needsOf(run).leaveOut(file, block)
  else return names
  return null
}

/** What was begun goes on by itself, and what was changed or damaged comes alone: the others come together. Of a limited link each would count. */
function isForGroup({ journal, tries }: Run, { fileId }: PublicFile, isLimited: boolean): boolean {
  if (isLimited) return true
  const state = journal.file(fileId)
  const isBegun = state !== null && !state.isDone && state.pieces.length > 0
  return !isBegun && !tries.has(fileId)
}

async function* workOf(run: Run, files: readonly PublicFile[], isLimited: boolean): AsyncGenerator<Work, void, undefined> {
  const needs = needsOf(run)
  const names = new Map<PublicFile, string[]>()
  for (const file of files) {
    const found = await namesOf(run, file)
    if (found) names.set(file, found)
  }
  const wanted = [...names.keys()]
  const forGroups = wanted.filter((file) => isForGroup(run, file, isLimited))
  const isRest = isLimited && restOfZip(run, forGroups) !== null
  const { zips } = run.source
  const groups = zips ? grouped(forGroups, isLimited, isRest).groups : []
  for (const group of groups) {
    const placed: Placed[] = []
    for (const file of group) placed.push(await placeFile(needs, file, names.get(file)!))
    yield () => receiveGroup({ ...needs, ...zips! }, placed, isLimited)
  }
  const together = new Set(groups.flat())
  for (const file of wanted) if (!together.has(file)) yield* await prepareFile(needs, file, names.get(file)!)
}

/** Once over all that was chosen; while the rest arrives as long as that takes. */
async function* workOfView(run: Run, view: Seen, chosen: readonly PublicFile[]): AsyncGenerator<Work, void, undefined> {
  const isLimited = typeof view.downloadsLeft === 'number'
  const { zips } = run.source
  if (!view.arrival || !zips) return yield* workOf(run, chosen, isLimited)
  // One download of all that was chosen is possible only once all of it is there.
  const isHeld = isLimited && chosen.length > 1
  for await (const whole of followArrival({ ...run, ...zips }, view, chosen)) if (!isHeld) yield* workOf(run, whole, isLimited)
  // Of everything the view of the complete transfer is looked at first.
  if (isHeld && chosen.length < view.files.length) yield* workOf(run, chosen, isLimited)
}

/** What the last look at the files has left to do. */
const restOf = ({ journal, leftOut }: Run, chosen: readonly PublicFile[]): PublicFile[] =>
  chosen.filter(({ fileId, path }) => !isFolderPath(path) && !leftOut.has(fileId) && !(journal.file(fileId)?.isDone ?? false))

/** Only the scanner is waited for: as long as the person will wait, then they are left out. */
async function waitForScans(run: Run, rest: readonly PublicFile[]): Promise<void> {
  const { context, meter, signal, unscanned } = run
  if (!rest.length || rest.some(({ fileId }) => !unscanned.has(fileId))) return
  if (performance.now() - meter.movedAt() + scanAgainMs > context.giveUpMs) {
    for (const file of rest) leaveOut(run, file, 'fileNotScanned')
    return
  }
  if (run.awaited.count !== rest.length) context.show.note('waitingForScan', { count: rest.length })
  run.awaited.count = rest.length
  await sleep(scanAgainMs, undefined, { signal }).catch(() => {
    throw signal.reason
  })
}

/** A limited link that this run has used up itself: what it could not have until then stays out. Else the error is thrown. */
function endUsedUp(run: Run, chosen: readonly PublicFile[], error: unknown): void {
  const rest = restOf(run, chosen)
  const whys = rest.map(({ fileId }) => run.pending.get(fileId))
  const isUsedUp = error instanceof Problem && error.code === 'downloadLimitReached'
  const isByUs = rest.length < chosen.length || whys.includes('damaged')
  if (!isUsedUp || !isByUs || whys.includes(undefined)) throw error
  for (const [place, file] of rest.entries()) leaveOut(run, file, whys[place]!)
}

/** Answers what was left out, by file, and why. */
export async function receiveAll(receiving: Receiving, first: Seen): Promise<ReadonlyMap<string, LeftOut>> {
  const { context, source, wanted, meter } = receiving
  const stop = new AbortController()
  const signal = AbortSignal.any([context.world.signal, stop.signal])
  const known = { leftOut: new Map(), tries: new Map(), pending: new Map(), unscanned: new Set<string>(), awaited: { count: 0 } }
  const run: Run = { ...receiving, ...known, signal }
  let chosen: PublicFile[] = []
  const end = meter.start()
  try {
    for (let view = first; ; ) {
      chosen = choose(view.files, wanted)
      run.unscanned.clear()
      await inParallel(workOfView(run, view, chosen), parts.parallel, (error) => stop.abort(error))
      const rest = restOf(run, chosen)
      // Its sender may have changed a file after it came, which only the sums of the whole tell.
      const isFinal = !view.arrival || chosen.length < view.files.length
      if (isFinal) await waitForScans(run, rest)
      if (isFinal && restOf(run, rest).length === 0) return run.leftOut
      view = await source.look()
    }
  } catch (error) {
    endUsedUp(run, chosen, error)
    return run.leftOut
  } finally {
    end()
    context.show.endProgress()
  }
}
