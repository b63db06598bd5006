/** What happened, in order: a hash of all of it, and the last lines for people. */
import { createHash } from 'node:crypto'

export type Trace = {
  add: (text: string) => void
  hash: () => string
  /** The last ones. */
  lines: () => string[]
}

const keptLines = 400

export function newTrace(nowMs: () => number): Trace {
  const hash = createHash('sha256')
  const lines: string[] = []
  return {
    add: (text) => {
      const line = `${(nowMs() / 1000).toFixed(3).padStart(9)} ${text}`
      hash.update(`${line}\n`)
      lines.push(line)
      if (lines.length > keptLines) lines.splice(0, keptLines / 4)
    },
    hash: () => hash.copy().digest('hex'),
    lines: () => [...lines],
  }
}
