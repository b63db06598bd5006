/** An account's brand for the copy of its data (A5). */
import type { Db } from '../../db/connect.ts'
import { findBrand, picturesOf } from './queries.ts'

export async function brandForCopy(db: Db, ownerId: string) {
  const { accent, hidesPoweredBy } = await findBrand(db, ownerId)
  return { brand: { accent, hidesPoweredBy }, pictures: await picturesOf(db, ownerId) }
}
