/** The port to texts that the operator writes: what a window says to people, as Markdown (A8). */
import type { Language } from '@sampan/contract/paths'

export type Content = {
  /**
   * The Markdown of a name in a language, `maxContentBytes` at most; null where there is none of this name. Read anew each time; what
   * comes from afar may be a minute old.
   */
  read: (name: string, language: Language) => Promise<string | null>
}

export const maxContentBytes = 64 * 1024

/** A name that is more than letters and hyphens is nobody's: it never becomes a path. */
export const isContentName = (name: string): boolean => /^[a-z-]+$/.test(name)
