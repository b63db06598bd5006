/** Whoever logs out at a provider is logged out here, as the provider itself says (OpenID Connect Back-Channel Logout, A11). */
import { Problem } from '@sampan/contract/errors'
import { signInSeconds } from '@sampan/contract/limits'
import { addSeconds } from '../../add-seconds.ts'
import { inTransaction } from '../../db/connect.ts'
import { sha256 } from '../../http/random-text.ts'
import type { Services } from '../../services.ts'
import { askProvider, leadingOf } from './provider-rules.ts'
import { insertUsedChallenge } from './queries-passkeys.ts'
import { endProviderSessions } from './queries-providers.ts'

type Needs = Pick<Services, 'db' | 'clock' | 'config' | 'signInProviders' | 'log'>

/** Each token is good once: told a second time it is refused, as one is that is not the provider's. */
export async function takeLogOut(needs: Needs, provider: string, token: string): Promise<void> {
  const told = await askProvider(needs, leadingOf(needs, provider), (port) => port.readLogOut(token)).catch((error) => {
    throw error instanceof Problem && error.code === 'signInWrong' ? new Problem('webhookRefused') : error
  })
  await inTransaction(needs.db, async (tx) => {
    const now = needs.clock()
    const hash = sha256(`log-out ${provider} ${told.issuer} ${told.id}`)
    if (!(await insertUsedChallenge(tx, { hash, until: addSeconds(now, signInSeconds) }))) throw new Problem('webhookRefused')
    await endProviderSessions(tx, { ...told, provider }, now)
  })
}
