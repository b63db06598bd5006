/** A log-in whose password was right and whose code is still to come: of one browser, for some minutes, and as long as the password stays (R23). By a provider it is the same, with who that was (A11). */
import { Problem } from '@sampan/contract/errors'
import { halfLogInSeconds } from '@sampan/contract/limits'
import { addSeconds } from '../../add-seconds.ts'
import { passwordMark } from '../../http/password-mark.ts'
import { sign, unsign } from '../../http/signing.ts'
import type { Services } from '../../services.ts'
import type { UserRow } from './queries.ts'

type Needs = Pick<Services, 'clock' | 'secrets'>
/** Who was there, and what the provider calls its session. */
export type ByProvider = { identityId: string; providerSession: string | null }

/** Of an account without a password there is nothing that could change. */
const markOf = ({ passwordHash }: Pick<UserRow, 'passwordHash'>): string => passwordMark(passwordHash) || 'none'

export function halfLogInOf({ clock, secrets }: Needs, user: UserRow, browserHash: string, by: ByProvider | null = null): string {
  const until = addSeconds(clock(), halfLogInSeconds).getTime()
  const session = Buffer.from(by?.providerSession ?? '').toString('base64url')
  return sign(secrets.secondFactor, ['half', user.id, markOf(user), browserHash, until, by?.identityId ?? '', session].join(' '))
}

type Half = { userId: string; mark: string; by: ByProvider | null }

/** Whose first step was right, and the mark of their password. Throws halfLogInOver. */
export function readHalfLogIn({ clock, secrets }: Needs, token: string | null, browserHash: string): Half {
  const [kind, userId, mark, ofBrowser, until, identityId, session] =
    (token && unsign(secrets.secondFactor, token)?.split(' ')) || []
  const isAlive = kind === 'half' && ofBrowser === browserHash && Number(until) > clock().getTime()
  if (!isAlive || !userId || !mark) throw new Problem('halfLogInOver')
  const providerSession = Buffer.from(session ?? '', 'base64url').toString() || null
  return { userId, mark, by: identityId ? { identityId, providerSession } : null }
}

/** False once it has been changed. */
export const isSamePassword = (user: UserRow, mark: string): boolean => markOf(user) === mark
