/** What an error of the database says about the database itself. */
type Said = { code?: unknown; message?: string; cause?: unknown }

/** The query layer wraps what the database said. */
const saidBy = (error: unknown): Said => ((error as Said)?.cause ?? error ?? {}) as Said

/**
 * Postgres that is away, starting, stopping, full, locked or read-only: classes 08, 40, 53, 57, a lock or a transaction given up,
 * and refused or broken connections. What was asked has not happened, or has as a whole, and may be asked again.
 */
export function isDatabaseAway(error: unknown): boolean {
  const { code, message } = saidBy(error)
  return (
    /^(?:08|40|53|57|55P03$|25006$|25P03$)/.test(String(code ?? '')) ||
    ['ECONNREFUSED', 'ECONNRESET', 'ENOENT', 'EPIPE'].includes(String(code)) ||
    /Connection terminated|timeout exceeded when trying to connect|after calling end on the pool|not queryable/.test(
      message ?? '',
    )
  )
}

/** It answers, and takes no writes: its disk is full, or it is read-only. Nothing of what was asked has happened. */
export const isUnwritable = (error: unknown): boolean => ['53100', '25006'].includes(String(saidBy(error).code))
