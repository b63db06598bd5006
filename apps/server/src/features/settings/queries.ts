/** SQL of an account's settings. */
import type { Settings } from '@sampan/contract/routes/settings'
import { eq } from 'drizzle-orm'
import type { Db } from '../../db/connect.ts'
import { users } from '../../db/tables.ts'
import { ownerStanding } from '../owners/index.ts'

export type SettingsRow = Settings & { role: string }

export const findSettings = async (db: Db, userId: string): Promise<SettingsRow | undefined> =>
  (
    await db
      .select({
        transferSettings: users.transferSettings,
        requestSettings: users.requestSettings,
        downloadMails: users.downloadMails,
        places: users.places,
        role: ownerStanding.role,
      })
      .from(users)
      .innerJoin(ownerStanding, eq(users.ownerId, ownerStanding.id))
      .where(eq(users.id, userId))
  )[0]
