/** Tells of a run: a line drawn anew on a terminal, plain lines elsewhere, JSON for programs, or results alone. */
import type { Language } from '@sampan/contract/paths'
import { type CliKey, cliText } from '@sampan/texts/cli'
import { formatBytes } from '@sampan/texts/format'
import type { World } from '../world.ts'
import { progressLine, progressWords, type Standing } from './progress-line.ts'

type Values = Record<string, string | number>
type Output = Omit<Reporter, 'size' | 'sentence'>
export type Reporter = {
  /** A sentence for people. */
  note(key: CliKey, values?: Values): void
  /** What is wrong, for people, also when they want to be told little. */
  warn(sentence: string): void
  /** For programs. */
  event(name: string, data: Record<string, unknown>): void
  /** What people came for: on standard output, so that it can be piped. */
  result(text: string): void
  progress(standing: Standing): void
  /** A text of the catalogue. */
  sentence(key: CliKey, values?: Values): string
  /** A size as people read it. */
  size(bytes: number): string
  /** The drawn line is over; what follows begins on one of its own. */
  endProgress(): void
}

const everyMs = { terminal: 200, lines: 10_000, json: 1000 } as const
const clearLine = '\r\u001b[2K'

function jsonReporter(world: World): Output {
  const write = (event: string, data: Record<string, unknown>) => world.out(`${JSON.stringify({ event, ...data })}\n`)
  const isDue = throttle(everyMs.json)
  return {
    note() {},
    warn() {},
    event: write,
    result() {},
    progress: ({ name: _, ...standing }) => {
      if (isDue()) write('progress', standing)
    },
    endProgress() {},
  }
}

function throttle(ms: number): () => boolean {
  let last = Number.NEGATIVE_INFINITY
  return () => {
    if (performance.now() - last < ms) return false
    last = performance.now()
    return true
  }
}

function quietReporter(world: World): Output {
  const [out, err] = [(text: string) => world.out(`${text}\n`), (text: string) => world.err(`${text}\n`)]
  return { note() {}, warn: err, event() {}, result: out, progress() {}, endProgress() {} }
}

function lineReporter(world: World, language: Language): Output {
  const say = (text: string) => world.err(`${text}\n`)
  const isDue = throttle(everyMs.lines)
  return {
    note: (key, values) => say(cliText(language, key, values)),
    warn: say,
    event() {},
    result: (text) => world.out(`${text}\n`),
    progress: (standing) => {
      if (isDue()) say(progressWords(standing, language).join(' · '))
    },
    endProgress() {},
  }
}

function terminalReporter(world: World, language: Language): Output {
  let isDrawn = false
  const isDue = throttle(everyMs.terminal)
  const clear = () => {
    if (isDrawn) world.err(clearLine)
    isDrawn = false
  }
  const say = (text: string) => {
    clear()
    world.err(`${text}\n`)
  }
  return {
    note: (key, values) => say(cliText(language, key, values)),
    warn: say,
    event() {},
    result(text) {
      clear()
      world.out(`${text}\n`)
    },
    progress(standing) {
      if (!isDue()) return
      // The last column stays free: some terminals begin a new line once it is written.
      world.err(clearLine + progressLine(standing, language, world.columns() - 1))
      isDrawn = true
    },
    endProgress: clear,
  }
}

type GlobalOptions = { isJson: boolean; isQuiet: boolean }

function outputFor(world: World, language: Language, { isJson, isQuiet }: GlobalOptions): Output {
  if (isJson) return jsonReporter(world)
  if (isQuiet) return quietReporter(world)
  return world.isTerminal ? terminalReporter(world, language) : lineReporter(world, language)
}

export const createReporter = (world: World, language: Language, globalOptions: GlobalOptions): Reporter => ({
  ...outputFor(world, language, globalOptions),
  sentence: (key, values) => cliText(language, key, values),
  size: (bytes) => formatBytes(bytes, language),
})
