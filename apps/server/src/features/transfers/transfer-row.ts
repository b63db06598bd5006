import type { transfers } from '../../db/tables.ts'

export type TransferRow = typeof transfers.$inferSelect
/** Which one, for who may change it alone. */
export type Own = { slug: string; ownerId: string }
