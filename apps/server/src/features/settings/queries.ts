/** SQL of an account's settings. */
import type { PlanHolder } from '@sampan/contract/plans'
import type { Settings } from '@sampan/contract/routes/settings'
import { eq } from 'drizzle-orm'
import type { Db } from '../../db/connect.ts'
import { accountRecord } from '../accounts/index.ts'
import { ownerStanding } from '../owners/index.ts'

export type SettingsRow = Settings & { holder: PlanHolder }

export const findSettings = async (db: Db, userId: string): Promise<SettingsRow | undefined> =>
  (
    await db
      .select({
        transferSettings: accountRecord.transferSettings,
        requestSettings: accountRecord.requestSettings,
        downloadMails: accountRecord.downloadMails,
        places: accountRecord.places,
        holder: { role: ownerStanding.role, ownLimits: ownerStanding.ownLimits },
      })
      .from(accountRecord)
      .innerJoin(ownerStanding, eq(accountRecord.ownerId, ownerStanding.id))
      .where(eq(accountRecord.id, userId))
  )[0]
