/** Words of a request's grid by language. */
import type { Language } from '@sampan/contract/paths'
import { requestGrid } from './registry/request-grid.ts'

export type RequestWords = (typeof requestGrid)[Language]
export const requestWords = (language: Language): RequestWords => requestGrid[language]
