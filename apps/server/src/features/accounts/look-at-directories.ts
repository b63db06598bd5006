/** Whoever a directory lets in no more is out here as well, also where a session lives on (A11). */
import { ProviderRefused } from '../../adapters/sign-in-providers/sign-in-providers.ts'
import { inTransaction } from '../../db/connect.ts'
import type { Services } from '../../services.ts'
import { endProviderSessions, subjectsWithSessions } from './queries-providers.ts'

type Needs = Pick<Services, 'db' | 'clock' | 'signInProviders' | 'log'>

/** One that does not answer throws nobody out: it is asked again with the next turn. */
export async function lookAtDirectories({ db, clock, signInProviders, log }: Needs): Promise<void> {
  for (const [provider, port] of signInProviders) {
    if (port.is !== 'asking' || !port.stillThere) continue
    const { issuer } = port
    const subjects = await subjectsWithSessions(db, { provider, issuer }, clock())
    try {
      const there = await port.stillThere(subjects)
      const gone = subjects.filter((subject) => !there.has(subject))
      for (const subject of gone)
        await inTransaction(db, (tx) => endProviderSessions(tx, { provider, issuer, subject, session: null }, clock()))
    } catch (error) {
      if (!(error instanceof ProviderRefused)) throw error
      log.warn({ err: error, provider }, 'a directory could not be asked who is still there')
    }
  }
}
