/** What the queue keeps of a job's failure: one line. An error of the catalogue keeps its code, so that it is told in the reader's language. */
import { isErrorCode } from '@sampan/contract/error-codes'
import { type ErrorCode, Problem } from '@sampan/contract/errors'

/** Of its details the numbers and the role alone: others name people and files, which is nothing for an operator to read. */
export type KeptProblem = { code: ErrorCode; details: Record<string, string | number> }

const isTold = ([key, value]: [string, unknown]): boolean => typeof value === 'number' || key === 'role'

export const keptError = (error: unknown): unknown =>
  error instanceof Problem
    ? new Error(`${error.code} ${JSON.stringify(Object.fromEntries(Object.entries(error.details).filter(isTold)))}`, {
        cause: error,
      })
    : error

/** Null where it is another program's own sentence. */
export function problemIn(kept: string): KeptProblem | null {
  const [, code = '', details] = /^(\w+) (\{.*\})$/s.exec(kept) ?? []
  return details && isErrorCode(code) ? { code, details: JSON.parse(details) } : null
}
