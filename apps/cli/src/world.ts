/** What surrounds a run of the program: so that nothing below reads the process by itself. */
export type World = {
  env: Readonly<Record<string, string | undefined>>
  cwd: string
  home: string
  hostName: string
  platform: NodeJS.Platform
  /** In milliseconds of the calendar. */
  now: () => number
  /** Results, for programs that read them. */
  out: (text: string) => void
  /** Everything else that people read. */
  err: (text: string) => void
  /** Whether `err` is a terminal that a line can be drawn anew on. */
  isTerminal: boolean
  columns: () => number
  /** A secret typed without an echo; null where nobody can be asked. */
  askSecret: ((question: string) => Promise<string>) | null
  /** Aborts with the first Ctrl-C. */
  signal: AbortSignal
}
