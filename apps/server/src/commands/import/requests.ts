import { requestLimits } from '@sampan/contract/limits'
import { expirySeconds } from '@sampan/contract/plans'
import { addSeconds } from '../../add-seconds.ts'
import { importRequest } from '../../features/imports/index.ts'
import { passwordNotes, passwordOf, wordsOf } from './owned.ts'
import type { Person } from './people.ts'
import type { Line } from './report.ts'
import type { Needs } from './shares.ts'
import type { SourceRequest } from './source.ts'

const upTo = (value: number | null, max: number): number | null => value && Math.min(value, max)

/** A page that asks for files. */
export async function bringRequest(
  { services, source, language, isDry }: Needs,
  given: SourceRequest,
  owner: Person,
): Promise<Line> {
  const { title, message, notes } = wordsOf(given)
  if (!isDry) {
    const { userId, ownerId } = owner.ids!
    const { accept, maxFileBytes, nameField, emailField, notifyOnUpload } = given
    await importRequest(services, {
      request: {
        ...{ ownerId, authorId: userId, language, title, message, maxFileBytes, nameField, emailField, notifyOnUpload },
        accept: accept.slice(0, requestLimits.acceptedTypes),
        maxFiles: upTo(given.maxFiles, requestLimits.filesMax),
        maxSubmissions: upTo(given.maxSubmissions, requestLimits.submissionsMax),
        passwordHash: await passwordOf(given),
        expiresAt: given.expiresAt ?? addSeconds(services.clock(), expirySeconds.never),
      },
      mark: { source: source.product, sourceId: given.sourceId, alias: given.alias },
    })
  }
  return { kind: 'request', name: given.label, outcome: 'came', notes: [...notes, ...passwordNotes(given)], isTrouble: false }
}
