/** Every error that a call may answer: those that its route names, and those that come with its kind. */
import type { ErrorCode } from '../errors.ts'
import type { Route } from './route.ts'

/** Anything may fail, and the database or the disk may be away. */
const ofAll: readonly ErrorCode[] = ['internal', 'unavailable']
/** Of whatever is sent as a body, also where none is asked for. */
const ofBodies: readonly ErrorCode[] = ['invalidInput', 'bodyTooLarge', 'unsupportedMediaType']

function ofCaller({ who, method, scope, isOwnersOnly, isLeadersOnly, isOwnAccount }: Route): readonly ErrorCode[] {
  const ofForeignPages: ErrorCode[] = method === 'GET' ? [] : ['notYours']
  const ofTeams: ErrorCode[] = isOwnAccount
    ? []
    : ['notInTeam', 'teamLogInNeeded', ...(isOwnersOnly || isLeadersOnly ? (['notYours'] as const) : [])]
  const ofScopes: ErrorCode[] = scope === 'any' ? [] : [scope ? 'scopeMissing' : 'sessionNeeded']
  switch (who) {
    case 'user':
      return ['signedOut', ...ofTeams, ...ofForeignPages, ...ofScopes]
    case 'browser':
      return ['signedOut', 'notInTeam', 'teamLogInNeeded', ...ofForeignPages, ...ofScopes]
    case 'operator':
      return ['notFound', 'signedOut', 'operatorUnsecured', ...ofForeignPages]
    case 'sameOrigin':
      return ['notYours']
    case 'ticket':
      return ['ticketInvalid', 'notInTeam', 'teamLogInNeeded']
    default:
      return []
  }
}

/**
 * What is refused to a suspended account is refused to one that is about to be deleted, which is told that instead; people of a team are
 * told what is with the team.
 */
const toldInstead: Partial<Record<ErrorCode, readonly ErrorCode[]>> = {
  accountSuspended: ['accountLeaving', 'teamSuspended', 'teamLeaving'],
  planUnpaid: ['teamUnpaid', 'seatPaused'],
}

const isOfAccounts = ({ who }: Route): boolean => who === 'user' || who === 'browser' || who === 'ticket'

const ofStanding = (route: Route): ErrorCode[] =>
  isOfAccounts(route) ? route.errors.flatMap((code) => toldInstead[code] ?? []) : []

export function errorsOf(route: Route): ErrorCode[] {
  const ofInput: ErrorCode[] = route.params || route.query || route.body ? ['invalidInput'] : []
  const ofBody = route.method === 'GET' ? [] : ofBodies
  return [...new Set([...route.errors, ...ofStanding(route), ...ofInput, ...ofBody, ...ofCaller(route), ...ofAll])]
}
