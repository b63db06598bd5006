/** What a page and the frame that draws a file for it say to each other, over a port that only the two have. */
import type { Language } from '@sampan/contract/paths'
import type { PreviewKind } from '@sampan/contract/rules/preview-kind'

export type FramedKind = Extract<PreviewKind, 'pdf' | 'text' | 'table' | 'sheet' | 'archive'>

/** Comes with the port, and once. */
export type FrameStart = {
  kind: FramedKind
  /** Tabs, not commas, part the cells of a table. */
  hasTabs: boolean
  size: number
  language: Language
  isDark: boolean
  /** Of the page's language; `page`, `file` and `files` have a slot for a number. */
  words: { sheets: string; page: string; file: string; files: string; emptyFolder: string; locked: string }
}

/** To the frame: an answer, null where there is none; or how large a PDF is drawn, 1 as wide as the frame. */
export type ToFrame = { id: number; bytes: Uint8Array<ArrayBuffer> | null } | { zoom: number }

/** From it: bytes of the file from `from` up to `to`, or a file of PDF.js itself. */
export type FrameQuestion = { id: number; from: number; to: number } | { id: number; data: string }

/** What of it is shown, where that is not all. */
export type Shown = { of: 'rows' | 'entries'; count: number; total: number | null }

export type FrameNews =
  | { is: 'here' }
  | { is: 'drawn'; shown: Shown | null }
  | { is: 'failed'; why: 'locked' | 'unreadable' | 'empty' }
  /** What is pressed and drawn in the frame is the page's business too. */
  | { is: 'key'; key: string }
  | { is: 'step'; by: 1 | -1 }
  | { is: 'page'; page: number; pages: number }

export type FromFrame = FrameQuestion | FrameNews
