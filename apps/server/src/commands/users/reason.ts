import { operatorLimits } from '@sampan/contract/limits'
import { CommandError } from '../command.ts'

export const maxReasonChars: number = operatorLimits.reasonChars
export const reasonOption = { reason: { type: 'string' } } as const

/** Why an account is suspended or restored: whoever looks at it later is told. */
export function reasonIn({ reason }: { reason?: unknown }): string {
  const text = String(reason ?? '').trim()
  if (!text) throw new CommandError('Say why with --reason "…"')
  if ([...text].length > maxReasonChars) throw new CommandError(`The reason is longer than ${maxReasonChars} characters`)
  return text
}
