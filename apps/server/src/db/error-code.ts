/** Why Postgres refused a question, by its codes: https://www.postgresql.org/docs/current/errcodes-appendix.html */
const codes = { taken: '23505', missing: '23503' } as const

/** `taken`: a row with these values is there already; `missing`: the one that it names is not. */
export function isRefusedAs(error: unknown, why: keyof typeof codes): boolean {
  const { code, cause } = (error ?? {}) as { code?: unknown; cause?: unknown }
  return code === codes[why] || (cause !== undefined && isRefusedAs(cause, why))
}
