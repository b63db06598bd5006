/** Tells a Problem without loading the catalogue of errors: pages that only ask for a code stay small. */
import type { ErrorCode, Problem } from '@sampan/contract/errors'

export const asProblem = (error: unknown): Problem | null =>
  error instanceof Error && error.name === 'Problem' ? (error as Problem) : null

export const isProblem = (error: unknown, code: ErrorCode): boolean => asProblem(error)?.code === code
