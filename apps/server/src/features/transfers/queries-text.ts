/** SQL of what a search in its sender's list finds a transfer by. */
import { senderLineNames } from '@sampan/contract/rules/sender-values'
import { sql } from 'drizzle-orm'
import type { Transaction } from '../../db/connect.ts'
import { transfers } from '../../db/tables.ts'
import { heldFiles } from '../content/index.ts'

const lines = sql.join(
  senderLineNames.map((name) => sql`nullif(${transfers[name]}, '')`),
  sql`, `,
)

/**
 * Written anew from its rows: what its sender has written, recipients and the paths of its newest files. Nothing where its files are gone, for
 * their names go with them. The transfer is locked, so that of two changes the later one is what is found.
 */
export async function refreshText(tx: Transaction, transferId: string): Promise<void> {
  await tx.execute(sql`
    update transfer_texts set text = lower(concat_ws(E'\n', ${lines}, transfers.message,
      (select string_agg(email, E'\n' order by email) from recipients where recipients.transfer_id = transfers.id),
      case when transfers.state = 'uploading'
        then (select string_agg(path, E'\n' order by position) from ${heldFiles} where upload_id = transfers.upload_id and not is_removed)
        else (select string_agg(path, E'\n' order by transfer_files.position) from transfer_files join ${heldFiles} on ${heldFiles.id} = file_id
          where transfer_files.transfer_id = transfers.id and before_version is null)
      end))
    from transfers where transfers.id = ${transferId} and transfer_texts.transfer_id = transfers.id`)
}
