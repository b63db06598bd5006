import { Problem } from '@sampan/contract/errors'
import type { SignedIn } from '../../http/actor.ts'
import type { Services } from '../../services.ts'
import { receivedFiles, type SentFile } from './queries-submissions.ts'
import { requireOwnFiles } from './read-request.ts'

/** A file that the caller's own request has received; a foreign one is an unknown one. */
export async function requireReceived(
  { db }: Pick<Services, 'db'>,
  actor: SignedIn,
  { slug, fileId }: { slug: string; fileId: string },
): Promise<SentFile> {
  const { id } = await requireOwnFiles({ db }, { slug, actor, action: 'read' })
  const [file] = await receivedFiles(db, id, [fileId])
  if (!file) throw new Problem('notYours')
  return file
}
