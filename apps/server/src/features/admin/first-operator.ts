/** Whoever has the terminal of a service that nobody runs yet makes the account that they are logged in to its first operator (O11). */
import { Problem } from '@sampan/contract/errors'
import { operatorLimits } from '@sampan/contract/limits'
import { firstOperatorPath } from '@sampan/contract/paths'
import { addSeconds } from '../../add-seconds.ts'
import { inTransaction } from '../../db/connect.ts'
import type { SignedIn } from '../../http/actor.ts'
import { randomText } from '../../http/random-text.ts'
import { readAddress, signAddress } from '../../http/signed-address.ts'
import { urlOf } from '../../links.ts'
import type { Services } from '../../services.ts'
import { findUser, hasOperator, lockOperators, setOperator } from '../accounts/index.ts'
import { noteAct } from './note-act.ts'
import { isFirstLinkUsed } from './queries-log.ts'

type Needs = Pick<Services, 'db' | 'clock' | 'secrets' | 'config'>
const kind = 'firstOperator'

/** For the terminal, at the start; null once somebody runs the service. */
export async function firstOperatorUrl({ db, clock, secrets, config }: Needs): Promise<string | null> {
  if (await hasOperator(db)) return null
  const until = addSeconds(clock(), operatorLimits.firstLinkSeconds)
  return urlOf(config, firstOperatorPath(signAddress(secrets.operator, kind, [randomText(16)], until)))
}

/** Of all who press at once one is the first; the same one may press again. Throws firstLinkDead. */
export async function becomeFirstOperator({ db, clock, secrets }: Needs, actor: SignedIn, token: string): Promise<void> {
  if (actor.sessionKind !== 'browser') throw new Problem('sessionNeeded')
  const nonce = readAddress(secrets.operator, kind, token, clock())?.fields[0]
  if (!nonce) throw new Problem('firstLinkDead')
  await inTransaction(db, async (tx) => {
    await lockOperators(tx)
    if (await hasOperator(tx)) {
      if ((await findUser(tx, actor.userId))?.isOperator) return
      throw new Problem('firstLinkDead')
    }
    if (await isFirstLinkUsed(tx, nonce)) throw new Problem('firstLinkDead')
    await setOperator(tx, actor.userId, true)
    await noteAct(tx, actor, { act: 'becameFirst', aboutUserId: actor.userId, about: nonce }, clock())
  })
}
