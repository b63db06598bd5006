/** The sentences of errors in English stand in the contract, beside what they mean; every other language has them here. */
import { type ErrorCode, errorCatalogue, type FieldCode, fieldCodes } from '@sampan/contract/errors'

const codes = Object.fromEntries(Object.entries(errorCatalogue).map(([code, { text }]) => [code, text])) as Record<
  ErrorCode,
  string
>
const fields: Record<FieldCode, string> = fieldCodes

export const errors = {
  codes,
  fields,
  /** Behind the first addresses of a list. */
  others: (count: number): string => ` and ${count} ${count === 1 ? 'other' : 'others'}`,
  /** Where an installation has no address of its own. */
  operator: 'whoever runs this service',
}
