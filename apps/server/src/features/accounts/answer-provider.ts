/** A directory leads nobody away (A11): name and password are typed on a page of ours, for what was begun in this browser, and tried there. */
import { Problem } from '@sampan/contract/errors'
import { inTransaction } from '../../db/connect.ts'
import type { Services } from '../../services.ts'
import { type Landing, land } from './finish-provider.ts'
import { askingOf, askProvider } from './provider-rules.ts'
import { openTrip } from './provider-trip.ts'
import { isKnownThere } from './queries-providers.ts'
import type { Saving, Visit } from './sessions.ts'
import { releaseHits, takeTries } from './tries.ts'

type Needs = Pick<Services, 'db' | 'clock' | 'secrets' | 'config' | 'payments' | 'signInProviders' | 'log'> & Saving
/** `kept`: this browser's cookie. */
type Given = { id: string; name: string; password: string; kept: string | null; requestKey: string | undefined }

/** Only these say that somebody tried out what is not theirs to know; the password was right, or not looked at, for all others. */
const countedCodes = ['signInFailed', 'signInDisabled']

/** The limits of a log-in by password, under the names of this directory. Strangers lock a name for strangers alone. */
async function ask(needs: Needs, { actor }: Visit, { id, name, password }: Given) {
  const provider = askingOf(needs, id)
  const { loginNetwork, loginAccount } = needs.config.rateLimits
  const { networkKey, browserHash } = actor
  const typed = name.trim().toLowerCase()
  const hits = await takeTries(needs, async (tx) => {
    const isKnown = await isKnownThere(tx, { provider: id, name: typed, browserHash: browserHash! })
    return [
      { rule: loginNetwork, key: networkKey },
      { rule: loginAccount, key: [id, typed, ...(isKnown ? [browserHash] : [])].join(' ') },
    ]
  })
  const isCounted = (error: unknown) => error instanceof Problem && countedCodes.includes(error.code)
  const person = await askProvider(needs, provider, (port) => port.ask({ name, password })).catch(async (error) => {
    if (!isCounted(error)) await inTransaction(needs.db, (tx) => releaseHits(tx, hits))
    throw error
  })
  await inTransaction(needs.db, (tx) => releaseHits(tx, hits))
  return { provider, person }
}

/** Throws what askProvider and enterByProvider throw, signInOver or rateLimited. */
export async function answerProvider(needs: Needs, visit: Visit, given: Given): Promise<Landing> {
  const kept = openTrip(needs, visit.actor.browserHash!, given.kept, given.id)
  const { provider, person } = await ask(needs, visit, given)
  return land(needs, { visit, provider, person, kept, requestKey: given.requestKey })
}
