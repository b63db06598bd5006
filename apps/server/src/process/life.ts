/** How a process of ours ends: what it started is stopped, the last first, and after a while it ends whatever is left. */
import type { Logger } from 'pino'

export type Stop = () => Promise<void>

export type Life = {
  log: Logger
  /** The start adds to this what has to be stopped. */
  stops: Stop[]
  hasStarted: () => boolean
  isEnding: () => boolean
  started: () => void
  end: (code: number) => Promise<void>
}

export function makeLife(log: Logger, options: { forcedEndMs: number; isQuiet?: boolean }): Life {
  const stops: Stop[] = []
  let hasStarted = false
  let isEnding = false
  // A refused start is told in its one sentence.
  const report = (code: number, text: string) => hasStarted && !options.isQuiet && log.info({ code }, text)
  return {
    log,
    stops,
    hasStarted: () => hasStarted,
    isEnding: () => isEnding,
    started: () => {
      hasStarted = true
    },
    end: async (code) => {
      if (isEnding) return
      isEnding = true
      report(code, 'stopping')
      setTimeout(() => process.exit(1), options.forcedEndMs).unref()
      for (const stop of stops.reverse()) await stop().catch((error) => log.error({ err: error }, 'while stopping'))
      report(code, 'stopped')
      process.exit(code)
    },
  }
}
