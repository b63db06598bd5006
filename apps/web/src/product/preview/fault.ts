import { Problem } from '@sampan/contract/errors'

/** Why a file is not shown: what the server or the line says, or a word of our own. */
export type Fault = { error: unknown } | { word: 'cannotShow' | 'cannotPlay' | 'noPicture' | 'locked' | 'unreadable' | 'empty' }

/** Whoever tries again may find another line, or what the server has made meanwhile; a file that is damaged stays so. */
export const mayTryAgain = (fault: Fault): boolean => 'error' in fault || fault.word === 'noPicture'

/** What the server has not made of a file is an address that leads nowhere. */
export const isMissing = (error: unknown): boolean =>
  error instanceof Problem && (error.code === 'transferUnknown' || error.code === 'notYours')
