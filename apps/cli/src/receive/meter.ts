/** Progress of all files together. */
import { createSpeed } from '@sampan/client/upload/speed'
import type { PublicFile } from '@sampan/contract/routes/downloads'
import type { Reporter } from '../show/reporter.ts'

type Of = Pick<PublicFile, 'fileId' | 'path'>
export type Meter = {
  /** So much of a file is here, whatever was told of it before. */
  has(file: Of, bytes: number): void
  /** So much more came over the line. */
  add(file: Of, bytes: number): void
  /** When something came last, by `performance.now()`. */
  movedAt(): number
  /** Begins to tell; the answer ends it. */
  start(): () => void
}

const everyMs = 200

export function createMeter(show: Pick<Reporter, 'progress'>, totalBytes: number): Meter {
  const speed = createSpeed()
  const had = new Map<string, number>()
  let [doneBytes, name, movedAt] = [0, '', performance.now()]
  const has = ({ fileId }: Of, bytes: number) => {
    doneBytes += bytes - (had.get(fileId) ?? 0)
    had.set(fileId, bytes)
  }
  const report = () => {
    speed.sample(performance.now(), doneBytes)
    const standing = { doneBytes, totalBytes, bytesPerSecond: speed.bytesPerSecond() }
    show.progress({ ...standing, secondsLeft: speed.secondsLeft(totalBytes - doneBytes), name })
  }
  return {
    has,
    add(file, bytes) {
      movedAt = performance.now()
      name = file.path
      has(file, (had.get(file.fileId) ?? 0) + bytes)
    },
    movedAt: () => movedAt,
    start: () => {
      const timer = setInterval(report, everyMs)
      return () => clearInterval(timer)
    },
  }
}
