/** Why a file is not shown: what the server or the line says, or a word of our own. */
export type Fault = { error: unknown } | { word: 'cannotShow' | 'cannotPlay' | 'locked' | 'unreadable' | 'empty' }

/** Whoever tries again may find another line; a file that is damaged stays so. */
export const mayTryAgain = (fault: Fault): boolean => 'error' in fault
