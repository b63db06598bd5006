/** The port to texts that the operator writes: what a window says to people, and pages in the place of ours, as Markdown (A8, W4). */
import type { Language } from '@sampan/contract/paths'

export type Content = {
  /**
   * The Markdown of a name in a language, `maxContentBytes` at most; null where there is none of this name. Read anew each time; what
   * comes from afar may be a minute old.
   */
  read: (name: string, language: Language) => Promise<string | null>
}

export const maxContentBytes = 64 * 1024

/** A name is letters and hyphens, in one folder at most (`blog/a-page`). What is more than that is nobody's: it never becomes a path. */
export const isContentName = (name: string): boolean => /^(?:[a-z-]+\/)?[a-z-]+$/.test(name)
