/** SQL of what the store of bytes must hold. */
import { sql } from 'drizzle-orm'
import type { Db } from '../../db/connect.ts'

/** Of what is not given up, also where it is in doubt: else an empty folder would pass, and its parts for lost. As many as one start looks for. */
export async function someContainers(db: Db): Promise<string[]> {
  const { rows } = await db.execute<{ container: string }>(sql`
    select distinct a.container from attempts a join blobs b on b.id = a.blob_id join uploads u on u.id = b.upload_id
    where b.lost_at is null and u.state in ('open', 'complete') limit 1000`)
  return rows.map(({ container }) => container)
}
