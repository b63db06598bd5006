/** A contract route and its arguments -> address, headers and a checked body. */
import { type FieldCode, fieldCodes, Problem } from '@sampan/contract/errors'
import type { Route, Schema } from '@sampan/contract/routes/route'
import { safeParse } from 'zod/mini'

export type LooseArgs = { params?: unknown; query?: unknown; body?: unknown }

/** Fills `:name`s and appends the query; undefined values of a query are left out. */
export function addressOf(baseUrl: string, route: Route, { params, query }: LooseArgs): string {
  const values = (params ?? {}) as Record<string, unknown>
  const path = route.path.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(String(values[name])))
  const pairs = Object.entries((query ?? {}) as Record<string, unknown>).filter(([, value]) => value !== undefined)
  const search = new URLSearchParams(pairs.map(([name, value]) => [name, String(value)])).toString()
  return `${baseUrl.replace(/\/$/, '')}${path}${search && `?${search}`}`
}

const isFieldCode = (word: string): word is FieldCode => Object.hasOwn(fieldCodes, word)

const fieldCode = (issue: { message: string; input?: unknown }): FieldCode =>
  isFieldCode(issue.message) ? issue.message : issue.input === undefined ? 'required' : 'invalid'

/** Throws invalidInput as the server would, without asking it. */
export function checkInput(schema: Schema | undefined, value: unknown): void {
  if (!schema) return
  const result = safeParse(schema, value, { reportInput: true })
  if (result.success) return
  const fields = Object.fromEntries(result.error.issues.map((issue) => [issue.path.join('.') || 'body', fieldCode(issue)]))
  throw new Problem('invalidInput', {}, { fields })
}
