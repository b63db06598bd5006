import { formatPlace } from '@sampan/texts/format'
import type { SignedIn } from '../../http/actor.ts'
import type { Services } from '../../services.ts'
import * as queries from './queries.ts'

type Listed = Awaited<ReturnType<typeof queries.listOf>>[number]

export async function listNotifications({ db }: Pick<Services, 'db'>, actor: SignedIn, limit: number) {
  const [rows, counts] = await Promise.all([queries.listOf(db, actor, limit), queries.countsOf(db, actor)])
  return { notifications: rows.map((listed) => viewOf(listed, actor)), ...counts }
}

const viewOf = ({ row, slug, title, requestSlug }: Listed, { language }: SignedIn) => ({
  _id: row.id,
  kind: row.kind,
  slug: slug ?? row.requestSlug ?? '',
  webhookId: row.webhookId,
  requestSlug: requestSlug ?? row.requestSlug,
  title: title ?? row.fileName,
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
