import type { FieldCode } from '@sampan/contract/errors'
import { recoveryCodes, stepCodeLength } from '@sampan/contract/limits'
import { normalizeCode } from '@sampan/contract/rules/verification-code'

/** What is wrong with a code before the server is asked; null where it may be one. */
export function wrongStepCode(typed: string, isRecovery: boolean): FieldCode | null {
  const code = normalizeCode(typed)
  if (!code) return 'required'
  if (code.length !== (isRecovery ? recoveryCodes.length : stepCodeLength)) return 'invalid'
  return null
}
