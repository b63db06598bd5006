import type { TransferRow } from './transfer-row.ts'

/** What its sender calls it; else its first file does. */
export const nameOf = ({ title, fileName }: Pick<TransferRow, 'title' | 'fileName'>): string => title || fileName
