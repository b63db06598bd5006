/** Files that cannot be had while the others can. */
import { errorCatalogue, Problem } from '@sampan/contract/errors'
import type { PublicFile } from '@sampan/contract/routes/downloads'
import type { CliKey } from '@sampan/texts/cli'

export type LeftOut = 'unsafePath' | 'fileInfected' | 'fileNotScanned' | 'fileLost' | 'fileUnreadable' | 'damaged' | 'changed'

const refusals = ['fileInfected', 'fileNotScanned', 'fileLost', 'fileUnreadable'] as const satisfies readonly LeftOut[]

/** What the server says of this file, and would not of another; null where an error is of the link or the line. */
export const refusalOf = (error: unknown): LeftOut | null =>
  (error instanceof Problem && refusals.find((code) => code === error.code)) || null

/** The same by the status of an answer to HEAD, which says no more. */
export const refusalOfStatus = (status: number): LeftOut | null =>
  refusals.find((code) => errorCatalogue[code].status === status) ?? null

/** What its view says already. */
export const blockOf = ({ isBlocked, scan }: PublicFile): LeftOut | null =>
  isBlocked ? (scan === 'infected' ? 'fileInfected' : 'fileNotScanned') : null

export const sentenceOfLeftOut: Record<LeftOut, CliKey> = {
  unsafePath: 'unsafePath',
  fileInfected: 'leftOutInfected',
  fileNotScanned: 'leftOutUnscanned',
  fileLost: 'leftOutLost',
  fileUnreadable: 'leftOutUnreadable',
  damaged: 'damaged',
  changed: 'changedMeanwhile',
}
