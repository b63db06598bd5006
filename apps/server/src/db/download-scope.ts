/** What a download reads, as the columns of sessions and events have it. */

export type DownloadScope =
  | { fileId: string; selectionId: null }
  | { fileId: null; selectionId: string }
  | { fileId: null; selectionId: null }

export const ofFile = (fileId: string): DownloadScope => ({ fileId, selectionId: null })
export const ofSelection = (selectionId: string): DownloadScope => ({ fileId: null, selectionId })
export const ofAll: DownloadScope = { fileId: null, selectionId: null }

type Columns = { fileId: string | null; selectionId: string | null }

export const isAll = ({ fileId, selectionId }: Columns): boolean => fileId === null && selectionId === null

/** The same for the same thing, as scopeKeyColumn is in SQL. */
export const scopeKey = ({ fileId, selectionId }: Columns): string => fileId ?? selectionId ?? ''
