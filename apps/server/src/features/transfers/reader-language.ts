/** In which language somebody who was sent files is written to. */
import type { Language } from '@sampan/contract/paths'
import type { Db } from '../../db/connect.ts'
import { languageOfAccount } from '../accounts/index.ts'
import type { RecipientRow, TransferRow } from './queries.ts'

/** What the sender has said of them, else what their own account says, else the language of the sending. */
export async function readerLanguage(
  db: Db,
  { email, language }: Pick<RecipientRow, 'email' | 'language'>,
  transfer: Pick<TransferRow, 'language'>,
): Promise<Language> {
  return language ?? (await languageOfAccount(db, email)) ?? transfer.language
}
