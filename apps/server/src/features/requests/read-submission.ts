import { Problem } from '@sampan/contract/errors'
import type { Actor } from '../../http/actor.ts'
import type { Services } from '../../services.ts'
import { findSubmission } from './queries-submissions.ts'
import { requireNotTakenDown } from './request-status.ts'
import { findVisitor, type LinkQuery } from './visitor.ts'

/** Of whoever submitted it; whatever the request has become since. */
export async function readSubmission(
  services: Pick<Services, 'db' | 'secrets' | 'clock' | 'config' | 'linkMissed'>,
  actor: Actor,
  link: LinkQuery,
  submissionId: string,
): Promise<{ state: 'uploading' | 'received' }> {
  const { supplier, request } = await findVisitor(services, actor, link)
  requireNotTakenDown(request)
  const submission = await findSubmission(services.db, { id: submissionId })
  if (!submission || submission.supplierId !== supplier?.id) throw new Problem('requestUnknown')
  return { state: submission.receivedAt ? 'received' : 'uploading' }
}
