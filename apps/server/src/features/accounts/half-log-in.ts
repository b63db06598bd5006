/** A log-in whose password was right and whose code is still to come: of one browser, for some minutes, and as long as the password stays (R23). */
import { Problem } from '@sampan/contract/errors'
import { halfLogInSeconds } from '@sampan/contract/limits'
import { addSeconds } from '../../add-seconds.ts'
import { passwordMark } from '../../http/password-mark.ts'
import { sign, unsign } from '../../http/signing.ts'
import type { Services } from '../../services.ts'
import type { UserRow } from './queries.ts'

type Needs = Pick<Services, 'clock' | 'secrets'>

export function halfLogInOf({ clock, secrets }: Needs, { id, passwordHash }: UserRow, browserHash: string): string {
  const until = addSeconds(clock(), halfLogInSeconds).getTime()
  return sign(secrets.secondFactor, ['half', id, passwordMark(passwordHash), browserHash, until].join(' '))
}

/** Whose password was right, and the mark of it. Throws halfLogInOver. */
export function readHalfLogIn(
  { clock, secrets }: Needs,
  token: string | null,
  browserHash: string,
): { userId: string; mark: string } {
  const [kind, userId, mark, ofBrowser, until] = (token && unsign(secrets.secondFactor, token)?.split(' ')) || []
  const isAlive = kind === 'half' && ofBrowser === browserHash && Number(until) > clock().getTime()
  if (!isAlive || !userId || !mark) throw new Problem('halfLogInOver')
  return { userId, mark }
}

/** False once it has been changed. */
export const isSamePassword = ({ passwordHash }: UserRow, mark: string): boolean => passwordMark(passwordHash) === mark
