/** What is wrong with an input, by the schema of its call: the server refuses by it, and a form says it before it sends. Pure. */
import * as z from 'zod/mini'
import { type FieldCode, fieldCodes } from '../errors.ts'

/** Of an input with a thousand faults nobody reads more. */
const mostTold = 20

const fieldCode = (issue: { message: string; input?: unknown }): FieldCode =>
  Object.hasOwn(fieldCodes, issue.message) ? (issue.message as FieldCode) : issue.input === undefined ? 'required' : 'invalid'

export type Checked<T> = { data: T; faults: null } | { data: null; faults: Record<string, FieldCode> }

/** The value as the schema makes it, or its faults by the path of each field, such as `documents.0.name`. */
export function checkFields<S extends z.ZodMiniType>(schema: S, value: unknown): Checked<z.output<S>> {
  const { data, error } = z.safeParse(schema, value, { reportInput: true })
  if (!error) return { data: data as z.output<S>, faults: null }
  const told = error.issues.slice(0, mostTold)
  return { data: null, faults: Object.fromEntries(told.map((issue) => [issue.path.join('.') || 'body', fieldCode(issue)])) }
}
