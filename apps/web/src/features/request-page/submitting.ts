/** What sending an answer to a request does, for the lifecycle that every sending has: submits at once, then asks whether it is there. */
import type { SendingActs } from '@sampan/client/sending/run-sending'
import type { Upload } from '@sampan/client/upload/upload'
import { asProblem } from '../../lib/is-problem.ts'
import { documentsByPath, type Picking } from './picking.ts'
import { type Contact, isReceived, type RequestAddress, type Submitted, submit } from './queries.ts'

type Answer = { address: RequestAddress; upload: Upload; contact: Contact; picking: Picking }

const askEveryMs = 1000

export function submittingActs({ address, upload, contact, picking }: Answer): SendingActs<Submitted> {
  const files = picking.placed.map(({ file }) => file)
  let submitted: Submitted | null = null
  async function ask(): Promise<Submitted> {
    if (submitted === null) {
      submitted = await submit(address, upload.plan()!, contact, files, documentsByPath(picking))
      return submitted
    }
    // An answer that does not come is asked for again: only what the server says ends it.
    const isThere = await isReceived(address, submitted.submissionId).catch(() => false)
    return isThere ? { ...submitted, state: 'received' } : submitted
  }
  return {
    planned: upload.planned,
    arrived: () => upload.done,
    ask,
    isWhole: ({ state }) => state !== 'uploading',
    verdictOn: (error) => (asProblem(error) ? 'refused' : 'unanswered'),
    pauses: { firstMs: askEveryMs, longestMs: askEveryMs },
  }
}
