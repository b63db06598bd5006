/** Tells a Problem without loading the catalogue of errors: pages that only ask for a code stay small. */
import type { ErrorCode } from '@sampan/contract/errors'

export const isProblem = (error: unknown, code: ErrorCode): boolean =>
  error instanceof Error && error.name === 'Problem' && (error as { code?: unknown }).code === code
