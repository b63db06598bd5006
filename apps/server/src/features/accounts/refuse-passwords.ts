import { Problem } from '@sampan/contract/errors'
import type { Config } from '../../config/config.ts'

/** Where providers alone let people in (A11). Throws passwordLogInOff. */
export function refusePasswords({ hasPasswordLogIn }: Pick<Config, 'hasPasswordLogIn'>): void {
  if (!hasPasswordLogIn) throw new Problem('passwordLogInOff')
}
