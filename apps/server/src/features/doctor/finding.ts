/** What the doctor tells: about what, how it stands, and the lines that mend it. */
export type Finding = {
  about: string
  /** `note`: works, and wants to be known. */
  state: 'good' | 'note' | 'bad'
  says: string
  /** Settings, or lines of a proxy, a zone or a shell. */
  change?: readonly string[]
}

export const good = (about: string, says: string): Finding => ({ about, state: 'good', says })
export const note = (about: string, says: string, ...change: string[]): Finding => ({ about, state: 'note', says, change })
export const bad = (about: string, says: string, ...change: string[]): Finding => ({ about, state: 'bad', says, change })

/** What went wrong, in its own words; some errors of a connection have a code alone. */
export const saysOf = (error: unknown): string =>
  (error instanceof Error ? error.message : String(error)) || String((error as { code?: unknown }).code ?? '')
