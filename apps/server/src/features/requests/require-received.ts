import { Problem } from '@sampan/contract/errors'
import type { SignedIn } from '../../http/actor.ts'
import type { Services } from '../../services.ts'
import { type SentFile, sentFiles } from './queries-submissions.ts'
import { requireOwn } from './read-request.ts'

/** A file that the caller's own request has received; a foreign one is an unknown one. */
export async function requireReceived(
  { db }: Pick<Services, 'db'>,
  actor: SignedIn,
  { slug, fileId }: { slug: string; fileId: string },
): Promise<SentFile> {
  const { id } = await requireOwn({ db }, { slug, actor, action: 'read' })
  const file = (await sentFiles(db, id)).find((sent) => sent.fileId === fileId.toLowerCase() && sent.receivedAt !== null)
  if (!file) throw new Problem('notYours')
  return file
}
