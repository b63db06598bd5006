/** The code of the authenticator app, or one to recover with: a field that phones fill in and pasting works in. */
import { stepCodeLength } from '@sampan/contract/limits'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { TextField } from '../../ui/text-field.tsx'

type Props = { isRecovery: boolean; error?: ReactNode; hint?: ReactNode; onChange: () => void }

/** Without `key` the field would keep what was typed for the other one. */
export function StepCodeField({ isRecovery, ...props }: Props) {
  const { t } = useTranslation('account')
  return (
    <TextField
      {...props}
      key={isRecovery ? 'recovery' : 'app'}
      label={t(isRecovery ? 'recoveryCode' : 'stepCode', { count: stepCodeLength })}
      name="code"
      type="text"
      inputMode={isRecovery ? 'text' : 'numeric'}
      autoComplete={isRecovery ? 'off' : 'one-time-code'}
      autoCapitalize={isRecovery ? 'characters' : 'none'}
      spellCheck={false}
      maxLength={40}
      autoFocus
    />
  )
}
