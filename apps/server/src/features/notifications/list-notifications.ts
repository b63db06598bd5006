import { formatPlace } from '@sampan/texts/format'
import type { SignedIn } from '../../http/actor.ts'
import type { Services } from '../../services.ts'
import * as queries from './queries.ts'

type Listed = Awaited<ReturnType<typeof queries.listOf>>[number]

export async function listNotifications({ db }: Pick<Services, 'db'>, actor: SignedIn, limit: number) {
  const [rows, counts] = await Promise.all([queries.listOf(db, actor.userId, limit), queries.countsOf(db, actor.userId)])
  return { notifications: rows.map((listed) => viewOf(listed, actor)), ...counts }
}

const viewOf = ({ row, slug, title, requestSlug }: Listed, { language }: SignedIn) => ({
  _id: row.id,
  kind: row.kind,
  slug,
  requestSlug,
  title,
  read: row.readAt !== null,
  dlDate: row.at.getTime(),
  dlCountryCode: row.countryCode,
  receiverEmail: row.recipientEmail,
  fileName: row.fileName,
  fileCount: row.fileCount,
  dlOrigin: formatPlace(row.city, row.countryCode, language),
  program: row.program,
  reason: row.reason,
})
