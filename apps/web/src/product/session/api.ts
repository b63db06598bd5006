/** The one way from the page to the server. */
import { type Api, createApi } from '@sampan/client/api'
import { Problem } from '@sampan/contract/errors'
import type { Route } from '@sampan/contract/routes/route'
import type { ruleLogIn } from '@sampan/contract/routes/teams'
import { actFor, actingFor, actingHeaders, leaveToLogIn } from './acting.ts'
import { proving } from './fresh-proof.ts'
import { apiSession } from './session.ts'

/** `sameOrigin` binds too, but may be asked within such a call, for its token: who has a session has a browser already. */
const bindsBrowser = ({ who }: Route): boolean => who === 'browser'

/**
 * Calls that bind a browser go one after the other until one of them was answered. Its answer sets the browser's cookie: two first
 * calls at once would each be given another, and what belongs to one would be refused to the other.
 */
export function inTurnAtFirst(plain: Api): Api {
  let isBound = false
  let last: Promise<void> = Promise.resolve()
  const inTurn = <T>(call: () => Promise<T>): Promise<T> => {
    const mine = last.then(call)
    last = mine.then(
      () => {
        isBound = true
      },
      (error) => {
        isBound ||= error instanceof Problem
      },
    )
    return mine
  }
  const call: Api['call'] = (route, ...args) =>
    isBound || !bindsBrowser(route) ? plain.call(route, ...args) : inTurn(() => plain.call(route, ...args))
  return { ...plain, call }
}

/** Whoever sets the rule hears of it on the spot. */
const rulePath: typeof ruleLogIn.path = '/api/team/log-in'

/** Whoever is out of the team that this tab acts for, or has to log in otherwise for it, goes on with their own account. */
function leavingTeam(plain: Api): Api {
  const call: Api['call'] = async (route, ...args) => {
    try {
      return await plain.call(route, ...args)
    } catch (error) {
      if (error instanceof Problem && error.code === 'notInTeam' && actingFor() !== null) actFor(null, 'removed')
      if (error instanceof Problem && error.code === 'teamLogInNeeded' && actingFor() !== null && route.path !== rulePath)
        leaveToLogIn(String(error.details.provider))
      throw error
    }
  }
  return { ...plain, call }
}

export const api = proving(leavingTeam(inTurnAtFirst(createApi({ session: apiSession, headers: actingHeaders }))))
/** For bytes, which are asked for without the API. */
export { problemOf } from '@sampan/client/api-reply'

// Prerendered pages have no line.
if (typeof window !== 'undefined') addEventListener('online', api.reconnect)
