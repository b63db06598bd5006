/**
 * "This was not me": by the link of the mail about a new device, or a new passkey, its session ends, and a new password can be set (A13).
 * Passkeys that were added and providers that were connected since it began go with it, as does that which has opened it: no password would shut them out.
 */
import { randomUUID } from 'node:crypto'
import { Problem } from '@sampan/contract/errors'
import { inTransaction } from '../../db/connect.ts'
import { sign, unsign } from '../../http/signing.ts'
import { addJob } from '../../jobs/queue.ts'
import type { Services } from '../../services.ts'
import { resetLinkJob } from './job-names.ts'
import { findAccount, findSession } from './queries.ts'
import { deletePasskeysSince } from './queries-passkeys.ts'
import { deleteIdentitiesSince } from './queries-providers.ts'
import { endDevice } from './session-list.ts'

const purpose = 'disown.'

/** The session's row is all that is kept, and the link is good for as long as that. */
export const disownToken = ({ reset }: Services['secrets'], sessionId: string): string => sign(reset, purpose + sessionId)

function readToken({ reset }: Services['secrets'], token: string): string | null {
  const text = unsign(reset, token)
  return text?.startsWith(purpose) ? text.slice(purpose.length) : null
}

/** Pressed again it does nothing more. Throws mailLinkInvalid. */
export async function disownSession(
  { db, clock, secrets }: Pick<Services, 'db' | 'clock' | 'secrets'>,
  token: string,
): Promise<void> {
  const sessionId = readToken(secrets, token)
  const session = sessionId && (await findSession(db, sessionId))
  const account = session && (await findAccount(db, { id: session.userId }))
  if (!account) throw new Problem('mailLinkInvalid')
  await inTransaction(db, async (tx) => {
    const now = clock()
    const removed = (await deletePasskeysSince(tx, session, now)) + (await deleteIdentitiesSince(tx, session, now))
    const hasEnded = await endDevice(tx, { userId: session.userId, sessionId: session.id }, now)
    if (!hasEnded && removed === 0) return
    await addJob(tx, resetLinkJob, {
      resetId: randomUUID(),
      email: account.user.email,
      askedAt: now.toISOString(),
      isAlarm: true,
    })
  })
}
