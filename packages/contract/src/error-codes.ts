import { type ErrorCode, errorCatalogue } from './errors.ts'

/** A word that came from elsewhere, such as another version of the service. */
export const isErrorCode = (word: string): word is ErrorCode => Object.hasOwn(errorCatalogue, word)
