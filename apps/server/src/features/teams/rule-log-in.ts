/** By which provider a team's people log in to act for it (A11). It does not bind the owner, so that nobody locks the team up. */
import { Problem } from '@sampan/contract/errors'
import type { Team } from '@sampan/contract/routes/teams'
import { mayRuleLogIn } from '@sampan/contract/rules/teams'
import { inTransaction } from '../../db/connect.ts'
import { notifyLive } from '../../db/live.ts'
import type { SignedIn } from '../../http/actor.ts'
import type { Services } from '../../services.ts'
import { providerOfSession } from '../accounts/index.ts'
import { setLogInBy } from '../owners/index.ts'
import { noteAct } from '../team-log/index.ts'
import { readTeam } from './read-team.ts'
import { lockTeam } from './seats.ts'

type Deps = Pick<Services, 'db' | 'clock' | 'config'>

/** Taken back it may be on any plan, and of a provider that is there no more. */
export async function ruleLogIn(deps: Deps, actor: SignedIn, provider: string | null): Promise<Team> {
  const known = deps.config.signInProviders.find(({ id }) => id === provider)
  if (provider !== null && !known) throw new Problem('signInUnknown')
  await inTransaction(deps.db, async (tx) => {
    const owner = await lockTeam(tx, actor, 'ruleLogIn')
    if (owner.logInBy === provider) return
    if (known && !mayRuleLogIn(owner.role)) throw new Problem('teamLogInReserved')
    // An admin would be out with the next call.
    const isBy = known && (await providerOfSession(tx, actor.sessionId)) === known.id
    if (known && !isBy && actor.teamRole !== 'owner')
      throw new Problem('teamLogInNeeded', { provider: known.id, name: known.name })
    await setLogInBy(tx, owner.id, provider)
    await noteAct(tx, actor, known ? 'logInRuled' : 'logInFreed', known?.name ?? '', deps.clock())
    await notifyLive(tx, { ownerId: owner.id, what: 'team' })
  })
  return readTeam(deps, actor)
}
