/** What has been received of a transfer, line by line: a killed process loses the ranges in flight and nothing else. */
import { closeSync, openSync, readdirSync, readFileSync, rmSync, statSync, writeSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { downloadIdSeconds } from '@sampan/contract/limits'
import { makeOwnDir } from '../own-files.ts'

/** Bytes [from, to) that are in the file, and their CRC-32. */
export type Piece = { from: number; to: number; crc: number }
/** Where a file's bytes begin in its zip, and what that says of their sum. */
export type InZip = { zipAt: number; told: number }
/** The one that several files come in, in this order. */
export type Zip = { selection: string; etag: string | null; size: number; fileIds: string[] }
type Line =
  /** Since when, in milliseconds of the calendar. */
  | { dl: string; at: number }
  /** Where a file goes; what came before for it counts no more. */
  | { file: string; target: string; etag: string | null }
  /** Of the first answer; what has come already stays. */
  | { file: string; etag: string }
  | ({ file: string } & Piece)
  | ({ file: string } & InZip)
  | { file: string; isDone: true }
  | { zip: Zip | null }

export type DownloadId = { dl: string; at: number }
export type FileState = {
  target: string
  etag: string | null
  pieces: Piece[]
  /** null where it came alone. */
  inZip: InZip | null
  isDone: boolean
  /** What lies at its place until it is whole: the file as it came before its sender changed it. */
  replaces: Piece[]
}
export type Journal = {
  /** The id by which a server counts one download over many requests. */
  dl(): DownloadId | null
  setDl(dl: string, at: number): void
  file(fileId: string): FileState | null
  /** Where files go that it knows of. */
  targets(): string[]
  place(fileId: string, target: string, etag: string | null): void
  setEtag(fileId: string, etag: string): void
  setInZip(fileId: string, inZip: InZip): void
  /** The last one that counts as one download with all that is in it. */
  zip(): Zip | null
  setZip(zip: Zip | null): void
  add(fileId: string, piece: Piece): void
  done(fileId: string): void
  close(): void
  /** All is received: nothing is to be gone on with. */
  forget(): void
}

type Known = { dl: DownloadId | null; zip: Zip | null; files: Map<string, FileState> }

function apply(known: Known, line: Line): void {
  if ('dl' in line) known.dl = { dl: line.dl, at: line.at ?? 0 }
  else if ('zip' in line) {
    known.zip = line.zip
    for (const state of known.files.values()) state.inZip = null
  } else if ('target' in line) {
    const { file, target, etag } = line
    const old = known.files.get(file)
    const replaces = old?.target !== target ? [] : old.isDone ? old.pieces : old.replaces
    known.files.set(file, { target, etag, pieces: [], inZip: null, isDone: false, replaces })
  } else {
    const state = known.files.get(line.file)
    if (state && 'isDone' in line) state.isDone = true
    else if (state && 'etag' in line) state.etag = line.etag
    else if (state && 'zipAt' in line) state.inZip = { zipAt: line.zipAt, told: line.told }
    else if (state && 'crc' in line) state.pieces.push({ from: line.from, to: line.to, crc: line.crc })
  }
}

/** The last line may be torn. */
function readLines(path: string): Line[] {
  try {
    return readFileSync(path, 'utf8')
      .split('\n')
      .flatMap((text) => {
        try {
          return [JSON.parse(text) as Line]
        } catch {
          return []
        }
      })
  } catch {
    return []
  }
}

export function openJournal(path: string): Journal {
  makeOwnDir(dirname(path))
  const known: Known = { dl: null, zip: null, files: new Map() }
  for (const line of readLines(path)) apply(known, line)
  const file = openSync(path, 'a', 0o600)
  // A line of its own, also behind a torn one.
  const write = (line: Line) => {
    writeSync(file, `\n${JSON.stringify(line)}\n`)
    apply(known, line)
  }
  let isOpen = true
  const close = () => {
    if (isOpen) closeSync(file)
    isOpen = false
  }
  return {
    dl: () => known.dl,
    setDl: (dl, at) => known.dl?.dl !== dl && write({ dl, at }),
    file: (fileId) => known.files.get(fileId) ?? null,
    targets: () => [...known.files.values()].map(({ target }) => target),
    place: (fileId, target, etag) => write({ file: fileId, target, etag }),
    setEtag: (fileId, etag) => write({ file: fileId, etag }),
    setInZip: (fileId, inZip) => write({ file: fileId, ...inZip }),
    zip: () => known.zip,
    setZip: (zip) => write({ zip }),
    add: (fileId, piece) => write({ file: fileId, ...piece }),
    done: (fileId) => write({ file: fileId, isDone: true }),
    close,
    forget() {
      close()
      rmSync(path, { force: true })
    },
  }
}

/** Those of other runs, so old that no server goes on with them. One that is looked at meanwhile may be gone already. */
export function forgetOld(own: string, now: number): void {
  const folder = dirname(own)
  for (const name of readdirSync(folder)) {
    const path = join(folder, name)
    const writtenAt = statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? now
    if (name.endsWith('.jsonl') && path !== own && now - writtenAt > downloadIdSeconds * 1000) rmSync(path, { force: true })
  }
}
