import { messageMaxChars } from '../limits.ts'

/** Length of a message in code points, as people count and as the limit means (R29). */
export const messageLength = (text: string): number => [...text].length

export const fitsMessage = (text: string): boolean => messageLength(text) <= messageMaxChars
