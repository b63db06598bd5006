/**
 * The journal of what clients did and were told: one JSON line when an operation begins and one when it ends. An operation whose
 * end was not told is *unknown*: it may have happened or not, never half (reliability 4.2).
 */
import { appendFileSync } from 'node:fs'

export type Outcome = 'ok' | 'fail' | 'unknown'
export type Range = [from: number, to: number]
export type FileSpec = { path: string; size: number }
export type KnownFile = { fileId: string; path: string; size: number; blobId: string | null; offset: number }
/** Bytes of a blob as they came down, and which of the contents they are that were sent there; null: nobody ever sent such bytes. */
export type Seen = { blobId: string; range: Range; version: number | null }
/** A part: `version` 0 is the blob's true content, others are what a repeated part put in its place. */
export type SentPart = { blobId: string; range: Range; version: number; crc: string }

export type KnownBlob = { blobId: string; size: number }
export type SeenFile = FileSpec & { fileId: string }

export type Facts =
  /** `forSlug`: it brings files for a transfer that was sent before. */
  | { op: 'create'; forSlug?: string; uploadId?: string; slug?: string; blobs?: KnownBlob[]; files?: KnownFile[] }
  /** `files`: all that the upload has then. */
  | { op: 'add'; uploadId: string; slug: string; wanted: FileSpec[]; blobs?: KnownBlob[]; files?: KnownFile[] }
  | { op: 'remove'; uploadId: string; slug: string; fileIds: string[] }
  | ({ op: 'part'; uploadId: string; flaw?: 'wrongCrc' | 'cut' } & SentPart)
  | {
      op: 'list'
      uploadId: string
      slug: string
      received?: { blobId: string; ranges: Range[] }[]
      state?: string
      files?: SeenFile[]
    }
  | { op: 'discard'; uploadId: string }
  | { op: 'publish'; uploadId: string; slug: string; to: string[]; transferId?: string; state?: string }
  | { op: 'takeBack'; slug: string }
  /** The next version of what was sent: `brings` come with an upload of their own, `gone` are no longer among its files. */
  | { op: 'change'; slug: string; uploadId: string; brings: KnownFile[]; gone: string[] }
  /** The same key forwards once; `files` are those of the source that it takes along. */
  | { op: 'forward'; source: string; key: string; files: KnownFile[]; slug?: string; state?: string }
  | { op: 'view'; slug: string; state?: string; files?: SeenFile[] }
  /** `fileId` where it is one file; `files`: those that came, where it is all. */
  | { op: 'download'; slug: string; what: string; fileId?: string; seen: Seen[]; isExact: boolean; files?: FileSpec[] }
  | { op: 'delete'; slug: string }
  | { op: 'foreign'; path: string }
  /** Of the test itself: a server that was killed, and one that is ready. */
  | { op: 'kill'; victim: string }
  | { op: 'ready' }
  /** While it lasts a flush fails: what was not announced as done may be asked for again. */
  | { op: 'flushFails' }
export type Op = Facts['op']

/** `start` and `end` count moments: what ended at a smaller number than another began was over before. */
export type Entry = Facts & { client: number; start: number; end: number; outcome: Outcome; status: number }
export type EntryOf<O extends Op> = Extract<Entry, { op: O }>

export type Journal = {
  entries: Entry[]
  /** Resolves once so many more operations have begun or ended. */
  after: (moments: number) => Promise<void>
  /** Begins an operation; the call that is returned ends it. */
  begin: (client: number, facts: Facts) => (result: { outcome: Outcome; status?: number } & Record<string, unknown>) => Entry
}

export function openJournal(file: string): Journal {
  const entries: Entry[] = []
  let moment = 0
  let waiting: { until: number; go: () => void }[] = []
  const tick = () => {
    moment++
    for (const { until, go } of waiting) if (until <= moment) go()
    waiting = waiting.filter(({ until }) => until > moment)
    return moment
  }
  const write = (line: object) => appendFileSync(file, `${JSON.stringify(line)}\n`)
  return {
    entries,
    after: (moments) => new Promise((go) => void waiting.push({ until: moment + moments, go: () => go() })),
    begin: (client, facts) => {
      const start = tick()
      // Until it ends it may have happened.
      const entry = { ...facts, client, start, end: Number.POSITIVE_INFINITY, outcome: 'unknown', status: 0 } as Entry
      entries.push(entry)
      write({ begins: start, client, ...facts })
      return (result) => {
        Object.assign(entry, { status: 0, ...result, end: tick() })
        write({ ends: start, at: moment, ...result })
        return entry
      }
    },
  }
}

/** 2xx happened, 4xx did not; of a 5xx or a broken line nobody knows (reliability, lesson 5). */
export const outcomeOf = ({ status, isWhole }: { status: number; isWhole: boolean }): Outcome =>
  !isWhole || status === 0 || status >= 500 ? 'unknown' : status >= 400 ? 'fail' : 'ok'
