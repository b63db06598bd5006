/** SQL of an account's settings. */
import type { Settings } from '@sampan/contract/routes/settings'
import { eq } from 'drizzle-orm'
import type { Db } from '../../db/connect.ts'
import { owners, users } from '../../db/tables.ts'

export type SettingsRow = Settings & { role: string }

export const findSettings = async (db: Db, userId: string): Promise<SettingsRow | undefined> =>
  (
    await db
      .select({
        transferSettings: users.transferSettings,
        requestSettings: users.requestSettings,
        downloadMails: users.downloadMails,
        places: users.places,
        role: owners.role,
      })
      .from(users)
      .innerJoin(owners, eq(users.ownerId, owners.id))
      .where(eq(users.id, userId))
  )[0]
