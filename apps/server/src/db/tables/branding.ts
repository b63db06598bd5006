/** What recipients see of whoever sends (B1). A plan that ends takes none of it away: it is not shown meanwhile. */
import { boolean, pgTable, text, unique, uuid } from 'drizzle-orm/pg-core'
import { at, bytea, id } from './columns.ts'
import { owners } from './owners.ts'

export const brands = pgTable('brands', {
  ownerId: uuid('owner_id')
    .primaryKey()
    .references(() => owners.id, { onDelete: 'cascade' }),
  /** `#rrggbb`, as it was chosen: pages and mails have what can be read of it. */
  accent: text('accent'),
  hidesPoweredBy: boolean('hides_powered_by').notNull().default(false),
  updatedAt: at('updated_at').notNull(),
})

/** `id` is the picture's address: another picture has another one. */
export const brandPictures = pgTable(
  'brand_pictures',
  {
    id: id(),
    ownerId: uuid('owner_id')
      .notNull()
      .references(() => owners.id, { onDelete: 'cascade' }),
    place: text('place').$type<'logo' | 'background' | 'favicon'>().notNull(),
    kind: text('kind').$type<'png' | 'jpeg' | 'webp'>().notNull(),
    bytes: bytea('bytes').notNull(),
    createdAt: at('created_at').notNull(),
  },
  (t) => [unique().on(t.ownerId, t.place)],
)
