import type { PlanHolder } from '@sampan/contract/plans'
import type { BrandPlace } from '@sampan/contract/routes/branding'
import { and, eq, sql } from 'drizzle-orm'
import { askedTogether, oncePerDatabase } from '../../db/asked-together.ts'
import type { Database, Db, Transaction } from '../../db/connect.ts'
import { brandPictures, brands } from '../../db/tables.ts'
import { ownerStanding } from '../owners/index.ts'

type PictureRow = typeof brandPictures.$inferSelect
/** `pictures`: their ids by place; `holder`: what the owner's plan hangs on. */
export type Brand = Pick<typeof brands.$inferSelect, 'accent' | 'hidesPoweredBy'> & {
  pictures: Partial<Record<BrandPlace, string>>
  holder: PlanHolder
}

const brandRows = (db: Db) =>
  db
    .select({
      ownerId: ownerStanding.id,
      holder: { role: ownerStanding.role, ownLimits: ownerStanding.ownLimits },
      accent: brands.accent,
      hidesPoweredBy: brands.hidesPoweredBy,
      pictures: sql<Brand['pictures'] | null>`(select jsonb_object_agg(place, id) from ${brandPictures}
        where ${brandPictures.ownerId} = ${ownerStanding.id})`,
    })
    .from(ownerStanding)
    .leftJoin(brands, eq(brands.ownerId, ownerStanding.id))

const brandIn = (row: Awaited<ReturnType<typeof brandRows>>[number] | undefined): Brand => ({
  holder: row?.holder ?? { role: '', ownLimits: null },
  accent: row?.accent ?? null,
  hidesPoweredBy: row?.hidesPoweredBy ?? false,
  pictures: row?.pictures ?? {},
})

/** Of who has made nothing it is empty. */
export const findBrand = async (db: Db, ownerId: string): Promise<Brand> =>
  brandIn((await brandRows(db).where(eq(ownerStanding.id, ownerId)))[0])

const questionOf = oncePerDatabase((db) => {
  const prepared = brandRows(db)
    .where(sql`${ownerStanding.id} = any(${sql.placeholder('ownerIds')}::uuid[])`)
    .prepare('brands_of_pages')
  return askedTogether(async (ownerIds: string[]) => {
    const byOwner = new Map((await prepared.execute({ ownerIds })).map((row) => [row.ownerId, row]))
    return ownerIds.map((id) => brandIn(byOwner.get(id)))
  })
})

/** The same, as each view of a page asks it: one prepared question for all who ask at once. */
export const brandOfOwner = (db: Database, ownerId: string): Promise<Brand> => questionOf(db)(ownerId)

export async function putBrand(tx: Transaction, { ownerId, ...set }: typeof brands.$inferInsert): Promise<void> {
  await tx
    .insert(brands)
    .values({ ownerId, ...set })
    .onConflictDoUpdate({ target: brands.ownerId, set })
}

/** A new picture is a new row with a new address. */
export async function putPicture(tx: Transaction, row: Omit<typeof brandPictures.$inferInsert, 'id'>): Promise<void> {
  const set = { id: sql`gen_random_uuid()`, kind: row.kind, bytes: row.bytes, createdAt: row.createdAt }
  await tx
    .insert(brandPictures)
    .values(row)
    .onConflictDoUpdate({ target: [brandPictures.ownerId, brandPictures.place], set })
}

export const deletePicture = async (tx: Transaction, ownerId: string, place: BrandPlace): Promise<void> =>
  void (await tx.delete(brandPictures).where(and(eq(brandPictures.ownerId, ownerId), eq(brandPictures.place, place))))

export const findPicture = async (db: Db, id: string): Promise<Pick<PictureRow, 'kind' | 'bytes'> | undefined> =>
  (
    await db.select({ kind: brandPictures.kind, bytes: brandPictures.bytes }).from(brandPictures).where(eq(brandPictures.id, id))
  )[0]

/** With their bytes. */
export const picturesOf = (db: Db, ownerId: string): Promise<Pick<PictureRow, 'place' | 'kind' | 'bytes'>[]> =>
  db
    .select({ place: brandPictures.place, kind: brandPictures.kind, bytes: brandPictures.bytes })
    .from(brandPictures)
    .where(eq(brandPictures.ownerId, ownerId))
