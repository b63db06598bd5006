import type { Action, Asker } from '@sampan/contract/permissions'
import type { transfers } from '../../db/tables.ts'

export type TransferRow = typeof transfers.$inferSelect
/** Which one, where whoever asks may do that to it. */
export type Own = { slug: string; actor: Asker; action: Action }
