/** Columns that tables share. Sizes are bytes, times are timestamptz. */
import { bigint, customType, timestamp, uuid } from 'drizzle-orm/pg-core'

export const bytea = customType<{ data: Buffer }>({ dataType: () => 'bytea' })
export const int8multirange = customType<{ data: string }>({ dataType: () => 'int8multirange' })
export const bytes = (name: string) => bigint(name, { mode: 'number' })
export const at = (name: string) => timestamp(name, { withTimezone: true })
export const id = () => uuid('id').primaryKey().defaultRandom()
